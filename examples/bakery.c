// Lamport's bakery lock for N threads, with C11 atomics.
//
// A customer draws a ticket one higher than all it sees, then waits for everybody with a lower ticket
// (the lower number wins a tie). While somebody is still choosing, the others must wait for the
// choice: without that (-DHASTY) two customers with the same ticket can be served together.
//
// expect: => holds
// expect: -- -DROUNDS=2 => holds
// slow: -- -DN=3 => holds
// expect: -- -DHASTY => violated assert
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifndef N
#define N 2
#endif
#ifndef ROUNDS
#define ROUNDS 1
#endif

static atomic_bool choosing[N];
static atomic_int ticket[N]; // 0: not in the shop
static atomic_int served;

static void enter(int me) {
  int highest = 0;
#ifndef HASTY
  choosing[me] = true;
#endif
  for (int i = 0; i < N; i++) {
    int theirs = ticket[i];
    if (theirs > highest) highest = theirs;
  }
  int mine = highest + 1;
  ticket[me] = mine;
  choosing[me] = false;
  for (int i = 0; i < N; i++) {
    if (i == me) continue;
    while (choosing[i]) {
    }
    for (;;) {
      int theirs = ticket[i];
      if (theirs == 0 || theirs > mine || (theirs == mine && i > me)) break;
    }
  }
}

static void leave(int me) { ticket[me] = 0; }

static void *customer(void *argument) {
  int me = (int)(intptr_t)argument;
  for (int round = 0; round < ROUNDS; round++) {
    enter(me);
    assert(++served == 1); //~ assert
    --served;
    leave(me);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; i++) pthread_create(&threads[i], NULL, customer, (void *)(intptr_t)i);
  for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);
  return 0;
}
