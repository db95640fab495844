// main leaves through pthread_exit; the program ends with its last thread.
// expect: => holds
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int steps;

static void *walk(void *unused) {
  steps++;
  assert(steps == 1 || steps == 2);
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, walk, NULL);
  pthread_create(&two, NULL, walk, NULL);
  pthread_exit(NULL);
}
