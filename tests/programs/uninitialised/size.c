// Sizes that were never written: of an allocation, a copy and an array.
// expect: => violated memory
// expect: -O0 => violated memory
// expect: -DCOPY => violated memory
// expect: -DCOPY -O0 => violated memory
// expect: -DARRAY => violated memory
// expect: -DARRAY -O0 => violated memory
#include <stdlib.h>
#include <string.h>

static char from[64], to[64];
static volatile char sink;

int main(void) {
  size_t *size = malloc(sizeof *size);
#if defined COPY
  memcpy(to, from, *size & 31); //~ memory
#elif defined ARRAY
  volatile char array[(*size & 31) + 1]; //~ memory
  array[0] = 1; //~ memory
  sink = array[0];
#else
  free(malloc(*size & 31)); //~ memory
#endif
  free(size);
  return 0;
}
