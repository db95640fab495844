// Whoever ends last keeps its thread-local variables to the end, and what only these point to is not lost.
// expect: --property leak --reduction none => violated leak
// expect: --property leak --reduction tau => violated leak
// expect: --property leak --reduction global => violated leak
// expect: --property leak --reduction superstep => violated leak
// expect: --property leak --reduction full => violated leak
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <stdlib.h>

static _Thread_local void *own;
static sem_t ready;
static pthread_t first;

static void *announce(void *unused) {
  (void)unused;
  sem_post(&ready);
  return NULL;
}

static void *keep(void *unused) {
  (void)unused;
  pthread_join(first, NULL);
  own = malloc(1);
  sem_wait(&ready);
  return NULL;
}

int main(void) {
  pthread_t one, other;
  first = pthread_self();
  sem_init(&ready, 0, 0);
  pthread_create(&one, NULL, announce, NULL);
  pthread_create(&other, NULL, keep, NULL);
  pthread_exit(NULL);
}
