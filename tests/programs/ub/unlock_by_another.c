// A mutex is unlocked by a thread that did not lock it.
// expect: => violated ub
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *release(void *unused) {
  pthread_mutex_unlock(&lock); //~ ub
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_mutex_lock(&lock);
  pthread_create(&thread, NULL, release, NULL);
  pthread_join(thread, NULL);
  return 0;
}
