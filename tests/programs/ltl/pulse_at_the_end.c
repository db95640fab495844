// A pulse holds in one state only, also when it is the last thing that a program does.
// expect: --ltl "F P" => holds
// expect: --ltl "F G P" => violated ltl
// expect: --ltl "G F !P" => holds
#include <allways.h>
enum AP { P };
int main(void) {
  ap(P);
  return 0;
}
