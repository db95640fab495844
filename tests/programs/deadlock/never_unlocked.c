// A thread ends without giving its lock back.
// expect: => violated deadlock
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int done;

static void *work(void *unused) {
  pthread_mutex_lock(&lock);
  done = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
  pthread_mutex_lock(&lock); //~ deadlock
  int result = done;
  pthread_mutex_unlock(&lock);
  return result - 1;
}
