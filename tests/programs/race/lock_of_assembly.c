// A spin lock and a stack made of inline assembly: atomic accesses that order what lies between them.
// expect: => holds
// expect: -DPLAIN_RELEASE => holds
// expect: -DNO_LOCK => violated race
// expect: -DTEST_AND_SET => violated assert
#include "../../native/instructions/primitives.h"
#include <assert.h>
#include <pthread.h>

static uint32_t lock;
static int count;

static void acquire(void) {
#ifdef TEST_AND_SET
  while (pr_load_32(&lock)) pr_stall();
  pr_store_32(&lock, 1);
#elif !defined(NO_LOCK)
  while (pr_fas_32(&lock, 1)) pr_stall();
#endif
}

static void release(void) {
#ifdef PLAIN_RELEASE
  pr_store_32(&lock, 0);
#else
  pr_fas_32(&lock, 0);
#endif
}

static void *worker(void *unused) {
  acquire();
#ifdef TEST_AND_SET
  int seen = __atomic_load_n(&count, __ATOMIC_SEQ_CST);
  __atomic_store_n(&count, seen + 1, __ATOMIC_SEQ_CST);
#else
  count++;  //~ race
#endif
  release();
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  worker(0);
  pthread_join(thread, 0);
  assert(count == 2);  //~ assert
  return 0;
}
