// Arrays that no stack holds.
// expect: --memory 512M --timeout 10 => violated memory
#include <stddef.h>

static int fill(size_t size) {
  volatile char array[size]; //~ memory
  array[0] = 1; //~ memory
  return array[0];
}

int main(void) {
  return fill((size_t)1 << 46);
}
