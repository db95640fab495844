// Broken rule: the superstep reduction as published, whose access tables hold the operations of enabled
// threads only.
//
// While the second thread waits for the lock it is not enabled, so its read of x is in no table, and the
// first thread runs on from the unlock to x = 0. The state with the lock free and x == 1 is lost.
//
// expect: --property assert => violated assert
// expect: --property race => violated race
// expect: => violated
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *set_and_clear(void *unused) {
  pthread_mutex_lock(&lock);
  x = 1;
  pthread_mutex_unlock(&lock);
  x = 0; //~ race
  return unused;
}

static void *check(void *unused) {
  pthread_mutex_lock(&lock);
  assert(x == 0); //~ assert race
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, set_and_clear, NULL);
  pthread_create(&two, NULL, check, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
