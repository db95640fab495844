// A left shift that loses bits of a signed number. C leaves it undefined, clang gives it the obvious meaning and says
// nothing of it in its code; asked to, it makes a check of it.
// expect: -- -fsanitize=shift -fsanitize-trap=shift => violated assert
// expect: --property overflow,ub => holds
// expect: --property overflow -- -DBY=40 => unknown
// expect: --property ub -- -DBY=40 => violated ub
#include <limits.h>

#ifndef BY
#define BY 3
#endif

static volatile int large = INT_MAX, by = BY;

int main(void) {
  return large << by; //~ assert ub
}
