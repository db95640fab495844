// Broken rule: "a signal belongs to the step before it".
//
// The signal comes after the unlock. Between the two the waiter may see that all is ready, wait all the
// same, and be woken up. If the signal is never later than the unlock, it always misses the waiter.
//
// expect: --property assert => violated assert
// expect: --property deadlock => violated deadlock
// expect: => violated
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;

static void *announce(void *unused) {
  pthread_mutex_lock(&lock);
  ready = 1;
  pthread_mutex_unlock(&lock);
  pthread_cond_signal(&changed);
  return unused;
}

static void *wait_late(void *unused) {
  pthread_mutex_lock(&lock);
  if (ready) {
    pthread_cond_wait(&changed, &lock); //~ deadlock
    assert(0);                          //~ assert
  }
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, announce, NULL);
  pthread_create(&two, NULL, wait_late, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
