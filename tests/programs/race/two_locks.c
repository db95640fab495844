// Both threads lock, but not the same mutex.
// expect: => violated race
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int total;

static void *add(void *lock) {
  pthread_mutex_lock(lock);
  total++; //~ race
  pthread_mutex_unlock(lock);
  return NULL;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, add, &locks[0]);
  pthread_create(&two, NULL, add, &locks[1]);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
