// A thread waits for its own end.
// expect: => violated deadlock
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_t thread;

static void *wait_for_me(void *unused) {
  pthread_mutex_lock(&lock); // the handle is there when main has given up the lock
  pthread_t me = thread;
  pthread_mutex_unlock(&lock);
  pthread_join(me, NULL); //~ deadlock
  return unused;
}

int main(void) {
  pthread_mutex_lock(&lock);
  pthread_create(&thread, NULL, wait_for_me, NULL);
  pthread_mutex_unlock(&lock);
  pthread_exit(NULL);
}
