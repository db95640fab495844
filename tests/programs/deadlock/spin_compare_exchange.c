// The lock is released on one path only. The value that a failed exchange finds is stored in a variable of the
// thread's own, so that the loop changes something, but nothing that anybody else looks at.
// expect: => violated deadlock
// expect: -DYIELD => violated deadlock
// expect: -DHELPER => violated deadlock
// expect: -DANEW => violated deadlock
// expect: -DRELEASED => holds
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int lock;
static int busy;

#ifdef HELPER
static int take(atomic_int *at, int *found) {
  return atomic_compare_exchange_strong(at, found, 1); //~ deadlock
}
#elif defined ANEW
static void put(int *to, int value) { *to = value; }
static int take(atomic_int *at, int *found) {
  int mine; // comes to life in every round
  put(&mine, *found);
  return atomic_compare_exchange_strong(at, &mine, 1); //~ deadlock
}
#else
#define take(at, found) atomic_compare_exchange_strong(at, found, 1)
#endif

static void *work(void *unused) {
  int found = 0;
  while (!take(&lock, &found)) { //~ deadlock
    found = 0;
#ifdef YIELD
    sched_yield();
#endif
  }
  if (busy) {
#ifdef RELEASED
    atomic_store(&lock, 0);
#endif
    return unused; // and keeps it
  }
  busy = 1;
  atomic_store(&lock, 0);
  return unused;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++)
    pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
