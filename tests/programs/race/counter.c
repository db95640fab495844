// Two threads increment a plain counter.
// expect: => violated race
// expect: --search bfs => violated race
#include <pthread.h>
#include <stddef.h>

static int counter;

static void *increment(void *unused) {
  counter++; //~ race
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, increment, NULL);
  pthread_create(&two, NULL, increment, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
