// A decision on fresh memory from malloc. With -DCALLOC it is zero.
// expect: => violated memory
// expect: -- -DCALLOC => holds
#include <stdlib.h>

int main(void) {
#ifdef CALLOC
  int *count = calloc(1, sizeof *count);
#else
  int *count = malloc(sizeof *count);
#endif
  int result = 0;
  if (*count > 0) result = 1; //~ memory
  free(count);
  return result;
}
