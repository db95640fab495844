// Threads that spin until somebody does something, who can: nobody is stuck.
// expect: => holds
// expect: -DLOCKED => holds
// expect: -DTIMED => holds
// expect: -DASSUMED => holds
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <time.h>

void __VERIFIER_assume(int condition);

static atomic_int ready, seen;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *set(void *unused) {
#ifdef LOCKED
  pthread_mutex_lock(&lock);
#endif
#ifdef TIMED
  struct timespec soon = {0, 0};
  while (pthread_mutex_timedlock(&lock, &soon) != 0) // main keeps it, but the time may pass
    ;
#endif
#ifdef ASSUMED
  __VERIFIER_assume(seen == 1);
#endif
  ready = 1;
#ifdef LOCKED
  pthread_mutex_unlock(&lock);
#endif
  return unused;
}

static void *wait(void *unused) {
#ifdef LOCKED
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
#endif
  while (!ready)
    ;
  return unused;
}

int main(void) {
  pthread_t one, other;
#ifdef TIMED
  pthread_mutex_lock(&lock);
#endif
  pthread_create(&one, NULL, set, NULL);
  pthread_create(&other, NULL, wait, NULL);
  pthread_join(one, NULL);
  pthread_join(other, NULL);
  return 0;
}
