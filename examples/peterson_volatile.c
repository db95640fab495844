// Peterson's algorithm as it is often written: with `volatile` in place of atomics.
//
// Under sequential consistency two threads are never inside together, so the assertion holds. But
// `volatile` is not atomic: the accesses to `wants` and `precedence` race, and real processors may
// reorder them. See peterson.c for the repaired program.
//
// expect: => violated race
// expect: --property assert => holds
// expect: --property assert -O2 => holds
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

static volatile int wants[2], precedence, inside;

static void *worker(void *argument) {
  int me = (int)(intptr_t)argument, other = 1 - me;
  wants[me] = 1;                                    //~ race
  precedence = other;                               //~ race
  while (wants[other] && precedence == other) {     //~ race
  }
  inside++;
  assert(inside == 1);
  inside--;
  wants[me] = 0;                                    //~ race
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, worker, (void *)(intptr_t)i);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
