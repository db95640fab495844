// Two threads too polite to pass: a livelock.
//
// Each says that it wants in and, when it sees that the other one does too, steps back and tries
// again. Nobody is blocked, everybody runs, and it may go on like that for ever, even if the scheduler
// is fair. With -DINSISTENT the first thread does not step back, and the program ends.
//
// expect: => holds
// expect: --fair weak --ltl "F Done" => violated ltl
// expect: --property termination => violated termination
// expect: --fair weak --ltl "F Done" -- -DINSISTENT => holds
// expect: --property termination -- -DINSISTENT => holds
#include <allways.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum AP { Done };

static atomic_bool wants[2];
static int passages; // plain: only one thread at a time gets there

static void enter(int me) {
  int other = 1 - me;
  wants[me] = true;
#ifdef INSISTENT
  if (me == 0) {
    while (wants[other]) {
    }
    return;
  }
#endif
  while (wants[other]) {
    wants[me] = false;
#ifdef INSISTENT
    while (wants[other]) {
    }
#endif
    wants[me] = true;
  }
}

static void *pass(void *argument) {
  int me = (int)(intptr_t)argument;
  enter(me);
  passages++;
  wants[me] = false;
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, pass, (void *)(intptr_t)i);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  vassert(passages == 2);
  ap_set(Done, 1);
  return 0;
}
