// N dining philosophers, each of whom takes the left fork first. When all hold their left fork, nobody
// ever gets a right one. See philosophers_ordered.c for the repaired program.
//
// expect: => violated deadlock
// expect: -- -DN=5 => violated deadlock
// expect: --search bfs -- -DN=4 => violated deadlock
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
  int me = (int)(intptr_t)argument;
  pthread_mutex_t *left = &forks[me], *right = &forks[(me + 1) % N];
  for (int meal = 0; meal < MEALS; meal++) {
    pthread_mutex_lock(left);
    pthread_mutex_lock(right); //~ deadlock
    meals[me]++;
    pthread_mutex_unlock(right);
    pthread_mutex_unlock(left);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; i++) pthread_mutex_init(&forks[i], NULL);
  for (int i = 0; i < N; i++) pthread_create(&threads[i], NULL, philosopher, (void *)(intptr_t)i);
  for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);
  for (int i = 0; i < N; i++) pthread_mutex_destroy(&forks[i]);
  return 0;
}
