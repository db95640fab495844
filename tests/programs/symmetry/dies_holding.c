// A thread ends and holds the mutex still: the next of the same number would hold it too.
//
// expect: --symmetry threads => violated deadlock
// expect: --symmetry threads --search bfs => violated deadlock
// expect: --symmetry threads -- -DLATER => violated
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *keeper(void *unused) {
  if (pthread_mutex_trylock(&mutex) != 0) return unused;
#ifndef LATER
  pthread_mutex_lock(&mutex); //~ deadlock
#endif
  return unused;
}

#ifdef LATER
static void *later(void *unused) {
  pthread_mutex_unlock(&mutex); //~ ub
  return unused;
}
#endif

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, keeper, NULL);
  pthread_create(&two, NULL, keeper, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
#ifdef LATER
  one = two = 0;
  pthread_create(&one, NULL, later, NULL);
  pthread_join(one, NULL);
#endif
  return 0;
}
