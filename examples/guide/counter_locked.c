// Two threads count, with a mutex around the counter.
//
// expect: => holds
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *increment(void *unused) {
  pthread_mutex_lock(&lock);
  counter++;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, increment, NULL);
  pthread_create(&two, NULL, increment, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  assert(counter == 2);
  return 0;
}
