// THREADS threads that do nothing but atomic operations on one variable: every step conflicts with
// every other, and nothing can be reduced.
//
//   allways check bench/contended.c --reduction tau
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef THREADS
#define THREADS 4
#endif
#ifndef STEPS
#define STEPS 7
#endif

static atomic_uint shared;

static void *worker(void *number) {
  unsigned own = (unsigned)(size_t)number;
  for (int i = 0; i < STEPS; i++) atomic_fetch_xor(&shared, 1u << own);
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  for (size_t i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, worker, (void *)i);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  return 0;
}
