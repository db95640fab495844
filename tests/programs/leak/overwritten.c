// The second allocation overwrites the only pointer to the first.
// expect: --property leak => violated leak
// expect: => holds
#include <stdlib.h>

static int *buffer;

int main(void) {
  buffer = malloc(4); //~ leak
  buffer = malloc(8);
  free(buffer);
  return 0;
}
