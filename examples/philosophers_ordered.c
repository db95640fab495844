// N dining philosophers who agree on an order of the forks: everybody takes the lower-numbered fork
// first. The one between fork 0 and fork N-1 breaks the circle, so all of them eat.
//
// expect: => holds
// expect: -- -DN=4 => holds
// expect: -- -DN=2 -DMEALS=3 => holds
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#ifndef N
#define N 3
#endif
#ifndef MEALS
#define MEALS 1
#endif

static pthread_mutex_t forks[N];
static int meals[N];

static void *philosopher(void *argument) {
  int me = (int)(intptr_t)argument, neighbour = (me + 1) % N;
  int low = me < neighbour ? me : neighbour, high = me < neighbour ? neighbour : me;
  for (int meal = 0; meal < MEALS; meal++) {
    pthread_mutex_lock(&forks[low]);
    pthread_mutex_lock(&forks[high]);
    meals[me]++;
    pthread_mutex_unlock(&forks[high]);
    pthread_mutex_unlock(&forks[low]);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; i++) pthread_mutex_init(&forks[i], NULL);
  for (int i = 0; i < N; i++) pthread_create(&threads[i], NULL, philosopher, (void *)(intptr_t)i);
  for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);
  for (int i = 0; i < N; i++) assert(meals[i] == MEALS);
  for (int i = 0; i < N; i++) pthread_mutex_destroy(&forks[i]);
  return 0;
}
