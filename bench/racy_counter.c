// THREADS threads add one to a counter STEPS times each, without a lock.
//
//   allways check bench/racy_counter.c --property assert,deadlock,memory,ub
#include <pthread.h>
#include <stddef.h>

#ifndef THREADS
#define THREADS 3
#endif
#ifndef STEPS
#define STEPS 3
#endif

static int counter;

static void *worker(void *unused) {
  for (int i = 0; i < STEPS; i++) counter++;
  return unused;
}

int main(void) {
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, worker, NULL);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  return 0;
}
