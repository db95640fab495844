// Unsigned arithmetic wraps, shifts up to the width minus one are fine, and so is INT_MIN / 1.
// expect: => holds
#include <assert.h>
#include <limits.h>

static unsigned next(unsigned number) { return number + 1; }
static unsigned bit(unsigned position) { return 1u << position; }
static int divide(int a, int b) { return a / b; }

int main(void) {
  assert(next(UINT_MAX) == 0);
  assert(bit(31) == 0x80000000u);
  assert(divide(INT_MIN, 1) == INT_MIN && divide(INT_MIN + 1, -1) == INT_MAX);
  return 0;
}
