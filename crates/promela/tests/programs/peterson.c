// Peterson's lock for two threads. Announcing the interest after giving way lets both in.
// spin: holds
// spin -DSWAPPED: violated
// spin -DNO_TURN: violated
#include <assert.h>
#include <pthread.h>

volatile int interested[2], turn, inside;

static void enter(int me) {
  int other = 1 - me;
#ifdef SWAPPED
  turn = other;
  interested[me] = 1;
#else
  interested[me] = 1;
  turn = other;
#endif
#ifdef NO_TURN
  while (turn == other) {
    if (!interested[other]) break;
    turn = me;
  }
#else
  while (interested[other] && turn == other) {
  }
#endif
}

static void leave(int me) { interested[me] = 0; }

static void *run(void *arg) {
  int me = (int)(long)arg;
  for (int round = 0; round < 2; round++) {
    enter(me);
    inside++;
    assert(inside == 1);
    inside--;
    leave(me);
  }
  return 0;
}

int main(void) {
  pthread_t threads[2];
  for (long i = 0; i < 2; i++) pthread_create(&threads[i], 0, run, (void *)i);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  return 0;
}
