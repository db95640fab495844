// N dining philosophers who take both forks or none: whoever gets one and not the other gives it back,
// and waits for the one that was missing first. That is what std::scoped_lock does in
// cpp/philosophers.cpp.
//
// expect: => holds
// expect: -- -DN=2 -DMEALS=2 => holds
#include <assert.h>
#include <pthread.h>
#include <sched.h>
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

static void take_both(pthread_mutex_t *first, pthread_mutex_t *second) {
  for (;;) {
    pthread_mutex_lock(first);
    if (pthread_mutex_trylock(second) == 0) return;
    pthread_mutex_unlock(first);
    sched_yield();
    pthread_mutex_t *missing = second;
    second = first;
    first = missing;
  }
}

static void *philosopher(void *argument) {
  int me = (int)(intptr_t)argument;
  pthread_mutex_t *left = &forks[me], *right = &forks[(me + 1) % N];
  for (int meal = 0; meal < MEALS; meal++) {
    take_both(left, right);
    meals[me]++;
    pthread_mutex_unlock(left);
    pthread_mutex_unlock(right);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; i++) pthread_mutex_init(&forks[i], NULL);
  for (int i = 0; i < N; i++) pthread_create(&threads[i], NULL, philosopher, (void *)(intptr_t)i);
  for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);
  for (int i = 0; i < N; i++) assert(meals[i] == MEALS);
  return 0;
}
