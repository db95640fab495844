// expect: --property overflow => violated overflow
// expect: => holds
// expect: --property overflow -- -DWIDER => holds
#include <limits.h>

static volatile int limit = INT_MAX - 2;

int main(void) {
#ifdef WIDER
  long long sum = limit;
#else
  int sum = limit;
#endif
  for (int i = 0; i < 4; i++)
    sum = sum + 1; //~ overflow
  return sum > 0 ? 0 : 1;
}
