// expect: --property overflow => violated overflow
// expect: --property overflow -- -DMULTIPLY => violated overflow
// expect: --property overflow -- -DNEGATE => violated overflow
// expect: --property overflow -- -DUNSIGNED => holds
#include <limits.h>

static volatile int least = INT_MIN, large = 1 << 20;
static volatile unsigned most = UINT_MAX;

int main(void) {
#if defined MULTIPLY
  return large * large; //~ overflow
#elif defined NEGATE
  return -least; //~ overflow
#elif defined UNSIGNED
  return (int)(most + 1) + (int)(most * most - 1);
#else
  return least - 1; //~ overflow
#endif
}
