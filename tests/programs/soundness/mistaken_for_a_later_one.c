// A thread that ends with a lock, or whose variables somebody still points to, is never mistaken for a later one.
// expect:  --reduction none => violated deadlock
// expect:  --reduction tau => violated deadlock
// expect:  --reduction global => violated deadlock
// expect:  --reduction superstep => violated deadlock
// expect:  --reduction full => violated deadlock
// expect:  --reduction none -- -DUNLOCK => violated ub
// expect:  --reduction tau -- -DUNLOCK => violated ub
// expect:  --reduction global -- -DUNLOCK => violated ub
// expect:  --reduction superstep -- -DUNLOCK => violated ub
// expect:  --reduction full -- -DUNLOCK => violated ub
// expect:  --reduction none -- -DVARIABLE => violated memory
// expect:  --reduction tau -- -DVARIABLE => violated memory
// expect:  --reduction global -- -DVARIABLE => violated memory
// expect:  --reduction superstep -- -DVARIABLE => violated memory
// expect:  --reduction full -- -DVARIABLE => violated memory
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static _Thread_local int own;
static int *stale;

static void *first(void *unused) {
#ifdef VARIABLE
  stale = &own;
#else
  pthread_mutex_lock(&mutex);
#endif
  return unused;
}

static void *second(void *unused) {
#ifdef VARIABLE
  own = 1 + (stale != NULL);
  *stale = 3;
#elif defined UNLOCK
  if (pthread_mutex_unlock(&mutex) != 0) __builtin_unreachable();
#else
  pthread_mutex_lock(&mutex);
#endif
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, first, NULL);
  pthread_join(thread, NULL);
  thread = 0;
  pthread_create(&thread, NULL, second, NULL);
  pthread_join(thread, NULL);
  return 0;
}
