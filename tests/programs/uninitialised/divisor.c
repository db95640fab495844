// A divisor that was never written.
// expect: => violated memory
// expect: -O0 => violated memory
// expect: -DREMAINDER => violated memory
// expect: -DREMAINDER -O0 => violated memory
#include <stdlib.h>

static volatile int sink;

int main(void) {
  int *numbers = malloc(2 * sizeof *numbers);
  numbers[0] = 12;
#ifdef REMAINDER
  sink = numbers[0] % numbers[1]; //~ memory
#else
  sink = numbers[0] / numbers[1]; //~ memory
#endif
  free(numbers);
  return 0;
}
