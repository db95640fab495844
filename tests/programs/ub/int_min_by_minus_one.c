// The quotient does not fit: the division traps, or worse.
// expect: => violated ub
#include <limits.h>

static int divide(int a, int b) {
  return a / b; //~ ub
}

int main(void) { return divide(INT_MIN, -1) != 0; }
