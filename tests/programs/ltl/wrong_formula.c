// A formula that is wrong, or names what the program does not have, is refused.
// expect: --ltl "G (P -> " => error
// expect: --ltl "G Q" => error
// expect: --property assert => holds
// expect: --ltl "G P" --context-bound 2 => error
#include <allways.h>
enum AP { P };
int main(void) {
  ap(P);
  return 0;
}
