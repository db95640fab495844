// All values are tried.
// spin: violated
// spin -DLIMIT=6: holds
// spin -DMANY: violated
#include <assert.h>

int __allways_choose(unsigned n);
long long __allways_range(long long lo, long long hi);

#ifndef LIMIT
#define LIMIT 5
#endif

static int pick(int n) { return __allways_choose(n); }

int main(void) {
  int a = __allways_choose(3);
  int b = (int)__allways_range(-1, 1);
  int c = pick(a + 1);
  assert(a + b + c < LIMIT);
#ifdef MANY
  int d = __allways_choose(100);
  assert(d != 73);
#endif
  assert(c <= a && b * b <= 1);
  return 0;
}
