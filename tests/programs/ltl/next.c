// X is about the very next step: nothing is merged then.
// expect: --ltl "{x == 0} && F ({x == 1} && X {x == 1})" => holds
// expect: --ltl "G ({x == 1} -> X {x == 2})" => violated ltl
// expect: --ltl "G (Now -> X !Now)" => holds
#include <allways.h>
enum AP { Now };
static int x;
int main(void) {
  x = 1;
  ap(Now);
  x = 2;
  return 0;
}
