// An invariant that reads through a pointer: a write to what the pointer leads to changes it, and so
// does a write to the pointer.
//
// expect: --invariant small => violated invariant
// expect: --invariant small --reduction none => violated invariant
// expect: --invariant small --reduction tau => violated invariant
// expect: --invariant small --reduction global => violated invariant
// expect: --invariant small --reduction superstep => violated invariant
// expect: --invariant small -- -DGUARDED => violated invariant
// expect: --invariant small -- -DMOVED => violated invariant
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

static int zero, large = 9;
int *watched = &zero;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

bool small(void) { return *watched < 5; }

static void *worker(void *unused) {
  pthread_mutex_lock(&mutex);
#ifdef MOVED
  watched = &large; //~ invariant
  watched = &zero;
#else
  zero = 7; //~ invariant
  zero = 0;
#endif
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t thread;
#ifndef GUARDED
  worker(NULL);
#endif
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  return 0;
}
