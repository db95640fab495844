// expect: => violated ub
// expect: -O0 => violated ub
// expect: -DUNSIGNED => violated ub
// expect: -DFITS => holds
// A floating-point number is converted to an integer that cannot hold it.
#include <stdio.h>

static double large(int n) {
  double d = 1;
  for (int i = 0; i < n; i++) d *= 10;
  return d;
}

int main(void) {
#ifdef FITS
  int i = (int)large(9);
#elif defined UNSIGNED
  unsigned i = (unsigned)-large(1); //~ ub
#else
  int i = (int)large(10); //~ ub
#endif
  printf("%d\n", (int)i);
  return 0;
}
