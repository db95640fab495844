// abort() counts as a failed assertion.
// expect: => violated assert
// expect: --property deadlock => holds
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

static atomic_int turn;

static void *first(void *unused) {
  if (turn == 2) abort(); //~ assert
  turn = 1;
  return unused;
}

static void *second(void *unused) {
  turn = 2;
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, first, NULL);
  pthread_create(&two, NULL, second, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
