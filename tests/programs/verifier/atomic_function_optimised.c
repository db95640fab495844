// An atomic function is not inlined: it would not be atomic any more.
// expect: => holds
// expect: -O0 => holds
// expect: -O1 => holds
// expect: -O2 => holds
// expect: -O3 => holds
// expect: -O2 -DPLAIN => violated assert
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef PLAIN
#define NAME both
#else
#define NAME __VERIFIER_atomic_both
#endif

static atomic_int one, two;

static void NAME(void) {
  one = 1;
  two = 1;
}

static void *set(void *unused) {
  NAME();
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, set, NULL);
  int before = one, after = two;
  assert(!before || after);
  pthread_join(thread, NULL);
  return 0;
}
