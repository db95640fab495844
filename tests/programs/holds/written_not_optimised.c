// expect: => holds
// expect: -O2 -DOPTIMISED => holds
// What a program asks its compiler: whether it optimises, and what is a constant, of which nothing is
// evaluated.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>

static int calls;
static int first_global;

static int call(void) {
  calls++;
  return 1;
}

struct node {
  int value;
};

int main(void) {
#if defined __OPTIMIZE__ && !defined OPTIMISED
  assert(!"optimised");
#endif
  int i = 0;
  struct node *null = NULL;
  int known = __builtin_constant_p(i++) + __builtin_constant_p(call()) +
              __builtin_constant_p(null->value + call());
  assert(known == 0 || known == 1);
  assert(i == 0 && calls == 0);
  // Programs that keep half of an address must not take it for a null pointer.
  assert((uint32_t)(uintptr_t)&first_global != 0 && (uint32_t)(uintptr_t)&calls != 0);
  return 0;
}
