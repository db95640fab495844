// N philosophers around a table, each of whom eats again and again. All sit down before the first
// takes a fork, so that every state has N threads besides main. The last one takes the forks in the
// other order unless LEFT_FIRST is set: then they can all hold their left fork and wait forever.
#include <allways.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#ifndef N
#define N 6
#endif
// Everyone counts its meals up to PLATES and then begins again.
#ifndef PLATES
#define PLATES 1
#endif

static pthread_mutex_t forks[N];

static void *philosopher(void *argument) {
  int me = (int)(intptr_t)argument;
  int left = me, right = (me + 1) % N;
#ifndef LEFT_FIRST
  if (me == N - 1) left = 0, right = me;
#endif
  for (int meals = 0;; meals = (meals + 1) % PLATES) {
    pthread_mutex_lock(&forks[left]);
    pthread_mutex_lock(&forks[right]);
    pthread_mutex_unlock(&forks[right]);
    pthread_mutex_unlock(&forks[left]);
  }
  return NULL;
}

int main(void) {
  pthread_t thread;
  beginatomic();
  for (int i = 0; i < N; i++) pthread_mutex_init(&forks[i], NULL);
  for (int i = 0; i < N; i++) pthread_create(&thread, NULL, philosopher, (void *)(intptr_t)i);
  endatomic();
  pthread_join(thread, NULL);
  return 0;
}
