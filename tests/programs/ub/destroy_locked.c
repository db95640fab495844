// A mutex is destroyed while its owner still holds it.
// expect: => violated ub
#include <pthread.h>
#include <stddef.h>

int main(void) {
  pthread_mutex_t lock;
  pthread_mutex_init(&lock, NULL);
  pthread_mutex_lock(&lock);
  pthread_mutex_destroy(&lock); //~ ub
  return 0;
}
