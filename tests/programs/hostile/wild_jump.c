// Calls of what is no function.
// expect: => violated memory
// expect: -DDATA => violated memory
#include <stdint.h>

static int data = 5;

int main(void) {
#ifdef DATA
  void (*call)(void) = (void (*)(void))&data;
#else
  void (*call)(void) = (void (*)(void))(uintptr_t)0xdeadbeef;
#endif
  call(); //~ memory
  return 0;
}
