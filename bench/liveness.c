// N philosophers who take their forks in order and eat MEALS times each: what liveness costs beside
// safety on the same program. `allways bench liveness` runs it.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#ifndef N
#define N 4
#endif
#ifndef MEALS
#define MEALS 1
#endif

static pthread_mutex_t forks[N];
static atomic_int eaten;

static void *philosopher(void *argument) {
  int me = (int)(intptr_t)argument;
  int first = me == N - 1 ? 0 : me, second = me == N - 1 ? me : me + 1;
  for (int meal = 0; meal < MEALS; meal++) {
    pthread_mutex_lock(&forks[first]);
    pthread_mutex_lock(&forks[second]);
    eaten++;
    pthread_mutex_unlock(&forks[second]);
    pthread_mutex_unlock(&forks[first]);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; i++) pthread_mutex_init(&forks[i], NULL);
  for (int i = 0; i < N; i++)
    pthread_create(&threads[i], NULL, philosopher, (void *)(intptr_t)i);
  for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);
  return 0;
}
