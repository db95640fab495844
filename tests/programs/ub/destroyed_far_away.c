// Where a lock was destroyed is told with the calls that led there.
// expect: => violated ub
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void close_all(void) {
  pthread_mutex_destroy(&lock);
}

static void shut_down(void) {
  close_all();
}

int main(void) {
  shut_down();
  pthread_mutex_lock(&lock); //~ ub
  return 0;
}
