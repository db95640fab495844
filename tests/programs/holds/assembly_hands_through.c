// expect: => holds
// expect: -O0 => holds
// expect: -O2 => holds
// An empty assembly hands its operands through, also where the output may be in memory.
#include <assert.h>

int main(void) {
  int x, y = 3, z;
  long a = 1, b;
  __asm__("" : "=g"(x) : "0"(5));
  __asm__("" : "+g"(y));
  __asm__("" : "=r"(z) : "0"(y + 1));
  __asm__("" : "=g"(b), "+r"(a) : "0"(9L));
  assert(x == 5 && y == 3 && z == 4);
  assert(a == 1 && b == 9);
  return 0;
}
