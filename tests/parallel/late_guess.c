// Guesses about exclusive access that break late: for a long time each cell has one thread or one lock,
// and then the last thread touches everything without. Several workers must come to the same states as
// one, whoever of them notices first: crates/cli/tests/parallel.rs.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#define THREADS 4
#define ROUNDS 4

static atomic_int turns;
static atomic_int shared[THREADS];
static int guarded[THREADS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *argument) {
  int me = *(int *)argument;
  for (int round = 0; round < ROUNDS; round++) {
    atomic_fetch_add(&turns, 1);
    pthread_mutex_lock(&lock);
    guarded[me]++;
    pthread_mutex_unlock(&lock);
    atomic_fetch_add(&shared[me], 1);
  }
  // Only when everything else is done does anybody look at what belongs to others.
  if (atomic_load(&turns) == THREADS * ROUNDS)
    for (int other = 0; other < THREADS; other++) atomic_fetch_add(&shared[other], 1);
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  int numbers[THREADS];
  for (int i = 0; i < THREADS; i++) {
    numbers[i] = i;
    pthread_create(&threads[i], NULL, worker, &numbers[i]);
  }
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  return 0;
}
