// A thread locks a normal mutex that it already holds.
// expect: => violated deadlock
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void audit(void) {
  pthread_mutex_lock(&lock); //~ deadlock
  pthread_mutex_unlock(&lock);
}

int main(void) {
  pthread_mutex_lock(&lock);
  audit();
  pthread_mutex_unlock(&lock);
  return 0;
}
