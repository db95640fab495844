// Waiting on a condition variable without holding its mutex.
// expect: => violated ub
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

int main(void) {
  pthread_cond_wait(&changed, &lock); //~ ub
  return 0;
}
