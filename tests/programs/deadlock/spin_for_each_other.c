// Two threads, each of which spins until the other has gone first.
// expect: => violated deadlock
// expect: -DBLOCKED => violated deadlock
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int first, second;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *one(void *unused) {
  pthread_mutex_lock(&lock); //~ deadlock
  while (!second)            //~ deadlock
    ;
  first = 1;
  pthread_mutex_unlock(&lock);
  return unused;
}

static void *other(void *unused) {
#ifdef BLOCKED
  pthread_mutex_lock(&lock); //~ deadlock
  second = 1;
  pthread_mutex_unlock(&lock);
#else
  while (!first) //~ deadlock
    ;
  second = 1;
#endif
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, one, NULL);
  pthread_create(&b, NULL, other, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
