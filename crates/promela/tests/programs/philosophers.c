// Three philosophers take the left fork, then the right one: a deadlock, unless one of them goes the other way.
// spin: violated
// spin -DORDERED: holds
// spin -DRELOCK: violated
// spin -DWRONG_OWNER: violated
#include <pthread.h>

#define N 3
pthread_mutex_t forks[N];

static void eat(int first, int second) {
  pthread_mutex_lock(&forks[first]);
#ifdef RELOCK
  second = first;
#endif
  pthread_mutex_lock(&forks[second]);
  pthread_mutex_unlock(&forks[second]);
  pthread_mutex_unlock(&forks[first]);
}

static void *philosopher(void *arg) {
  long i = (long)arg;
  int left = (int)i, right = (int)((i + 1) % N);
#ifdef ORDERED
  if (left > right) {
    int swap = left;
    left = right;
    right = swap;
  }
#endif
#ifdef WRONG_OWNER
  pthread_mutex_unlock(&forks[left]);
#endif
  eat(left, right);
  return 0;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; i++) pthread_mutex_init(&forks[i], 0);
  for (long i = 0; i < N; i++) pthread_create(&threads[i], 0, philosopher, (void *)i);
  for (int i = 0; i < N; i++) pthread_join(threads[i], 0);
  return 0;
}
