// The old pointer is used after realloc has moved the block.
// expect: => violated memory
#include <stdlib.h>

int main(void) {
  int *small = malloc(sizeof *small);
  *small = 1;
  int *large = realloc(small, 1000 * sizeof *large);
  large[1] = *small; //~ memory
  free(large);
  return 0;
}
