// Sizes that no machine has: an allocation that cannot be made returns a null pointer, as malloc does.
// expect: --memory 512M --timeout 10 => holds
// expect: --memory 512M --timeout 10 -DUSED => violated memory
#include <stdint.h>
#include <stdlib.h>

int main(void) {
  char *most = malloc(SIZE_MAX);
  char *half = malloc(SIZE_MAX / 2 + 1);
  char *product = calloc(SIZE_MAX / 2, 4);
  char *grown = realloc(malloc(8), SIZE_MAX - 16);
#ifdef USED
  most[0] = 1; //~ memory
#endif
  return most || half || product || grown;
}
