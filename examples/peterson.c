// Peterson's mutual exclusion for two threads, with C11 atomics.
//
// A thread announces that it wants in, gives precedence to the other one, and waits while the other
// wants in and has precedence. `inside` and `visits` are plain variables: that the threads never touch
// them at the same time is what the algorithm is for, and what the checker proves.
//
// expect: => holds
// expect: -- -DROUNDS=2 => holds
// expect: -O2 => holds
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#ifndef ROUNDS
#define ROUNDS 1
#endif

static atomic_int wants[2], precedence;
static int inside, visits;

static void enter(int me) {
  int other = 1 - me;
  wants[me] = 1;
  precedence = other;
  while (wants[other] && precedence == other) {
  }
}

static void leave(int me) { wants[me] = 0; }

static void *worker(void *argument) {
  int me = (int)(intptr_t)argument;
  for (int round = 0; round < ROUNDS; round++) {
    enter(me);
    inside++;
    assert(inside == 1);
    visits++;
    inside--;
    leave(me);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, worker, (void *)(intptr_t)i);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(visits == 2 * ROUNDS);
  return 0;
}
