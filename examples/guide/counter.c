// Two threads count, and forget to lock.
//
// expect: => violated race
// expect: --property assert => violated assert
// expect: --property deadlock,memory,ub => holds
#include <assert.h>
#include <pthread.h>

static int counter;

static void *increment(void *unused) {
  counter++;
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, increment, NULL);
  pthread_create(&two, NULL, increment, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  assert(counter == 2);
  return 0;
}
