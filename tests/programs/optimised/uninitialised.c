// expect: -O2 => violated memory
// expect: => holds
// expect: -O0 => holds
// Only where the optimiser knows the number does the program look at what nobody has written.
#include <stdlib.h>

static inline int first(const int *list, int count) {
  if (__builtin_constant_p(count) && *list > 3) exit(3); //~ memory
  return count;
}

int main(void) {
  int *list = malloc(4 * sizeof *list);
  __asm__("" : "+r"(list));
  int found = first(list, 4);
  free(list);
  return found;
}
