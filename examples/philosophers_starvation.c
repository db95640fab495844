// Dining philosophers who never get stuck: does everybody get to eat?
//
// The forks are taken in order, so there is no deadlock. With mutexes a hungry philosopher can still
// starve, even under weak fairness: whenever the fork is free somebody else is quicker, and while it is
// taken the philosopher cannot move. With -DPOLITE each fork is a Peterson lock between its two users,
// who then take turns, and the first philosopher always eats.
//
// expect: --fair weak => violated ltl
// expect: --fair none => violated ltl
// expect: --fair weak -- -DPOLITE => holds
#include <allways.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#ifndef N
#define N 3
#endif

enum AP { Hungry, Eating };
LTL(everybody_eats, G (Hungry -> F Eating));

#ifdef POLITE

static struct {
  atomic_int wants[2], precedence;
} forks[N];

// Fork i lies between philosopher i (side 0) and the one before (side 1).
static void take(int fork, int me) {
  int side = fork == me ? 0 : 1, other = 1 - side;
  forks[fork].wants[side] = 1;
  forks[fork].precedence = other;
  while (forks[fork].wants[other] && forks[fork].precedence == other) {
  }
}

static void put(int fork, int me) { forks[fork].wants[fork == me ? 0 : 1] = 0; }

static void lay(int fork) { (void)fork; }

#else

static pthread_mutex_t forks[N];

static void take(int fork, int me) {
  (void)me;
  pthread_mutex_lock(&forks[fork]);
}

static void put(int fork, int me) {
  (void)me;
  pthread_mutex_unlock(&forks[fork]);
}

static void lay(int fork) { pthread_mutex_init(&forks[fork], NULL); }

#endif

static void *philosopher(void *argument) {
  int me = (int)(intptr_t)argument, neighbour = (me + 1) % N;
  int low = me < neighbour ? me : neighbour, high = me < neighbour ? neighbour : me;
  for (;;) {
    if (me == 0) ap(Hungry);
    take(low, me);
    take(high, me);
    if (me == 0) ap(Eating);
    put(high, me);
    put(low, me);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; i++) lay(i);
  for (int i = 0; i < N; i++) pthread_create(&threads[i], NULL, philosopher, (void *)(intptr_t)i);
  for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);
  return 0;
}
