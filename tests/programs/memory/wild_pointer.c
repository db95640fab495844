// An address made up from a number.
// expect: => violated memory
#include <stdint.h>

static void poke(uintptr_t address) {
  *(volatile int *)address = 1; //~ memory
}

int main(void) {
  poke(0x1234);
  return 0;
}
