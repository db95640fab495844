// An atomic section that waits at a join has done what stands before it, and the others see it.
// expect: => violated assert
// expect: --property assert => violated assert
// expect: --property assert --context-bound 0 => violated assert
// expect: -- -DAFTER => holds
#include <allways.h>
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int joined;

static void *end(void *unused) { return unused; }

static void *look(void *unused) {
  assert(joined == 0);
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, end, NULL);
  pthread_create(&two, NULL, look, NULL);
  beginatomic();
  pthread_join(one, NULL);
#ifndef AFTER
  joined = 1;
#endif
  pthread_join(two, NULL);
#ifdef AFTER
  joined = 1;
#endif
  endatomic();
  return 0;
}
