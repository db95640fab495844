// A decision on memory that was never written.
// expect: => violated memory
// expect: -O0 => violated memory
// expect: -O2 => violated memory
// expect: -DSWITCH => violated memory
// expect: -DSWITCH -O0 => violated memory
#include <stdlib.h>

static volatile int zero;

int main(void) {
  int *flags = malloc(4 * sizeof *flags);
  flags[0] = 1;
#ifdef SWITCH
  switch (flags[zero + 2]) { //~ memory
    case 1: zero = 1; break;
    case 7: zero = 2; break;
    case 99: zero = 3; break;
  }
#else
  if (flags[zero + 2]) zero = 1; //~ memory
#endif
  free(flags);
  return 0;
}
