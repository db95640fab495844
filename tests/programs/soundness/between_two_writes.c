// A step that conflicts with an earlier one of another thread's sequence cannot be put behind it.
// expect: => violated assert
// expect: --reduction superstep => violated assert
// expect: --reduction none => violated assert
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic int first, second, one_more, other;

static void *writes(void *unused) {
  if (one_more) return unused;
  first = 1;
  second = 1;
  return unused;
}

static void *reads(void *unused) {
  int before = other;
  int one = first, two = second;
  assert(before || !(one == 1 && two == 0)); //~ assert
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, writes, 0);
  pthread_create(&b, 0, reads, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
