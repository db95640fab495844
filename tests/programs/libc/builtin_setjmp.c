// expect: => holds
// expect: -O0 => holds
// expect: -DRETURNED => violated ub
// Jumps by __builtin_setjmp and __builtin_longjmp; one leads to a function that has returned.
#include <assert.h>

static void *buffer[5];
static volatile int stage;

__attribute__((noinline)) static void back(void) {
  stage = 2;
  __builtin_longjmp(buffer, 1); //~ ub
}

__attribute__((noinline)) static int set(void) { return __builtin_setjmp(buffer); }

int main(void) {
#ifdef RETURNED
  if (!set()) back();
#else
  if (__builtin_setjmp(buffer) == 0) {
    stage = 1;
    back();
    assert(0);
  }
  assert(stage == 2);
#endif
  return 0;
}
