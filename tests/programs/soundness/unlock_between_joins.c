// A mutex that is released between two joins is released even if the second join must wait.
// expect: => violated assert
// expect: --property assert => violated assert
// expect: --property deadlock => holds
// expect: --property assert --symmetry threads => violated assert
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *end(void *unused) { return unused; }

static void *lock(void *unused) {
  pthread_mutex_lock(&mutex);
  assert(unused);
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_mutex_lock(&mutex);
  pthread_create(&one, NULL, end, NULL);
  pthread_create(&two, NULL, lock, NULL);
  pthread_join(one, NULL);
  pthread_mutex_unlock(&mutex);
  pthread_join(two, NULL);
  return 0;
}
