// Is a thread that waits at Peterson's lock ever forgotten?
//
// Both threads want in again and again. Without fairness the scheduler may simply not run the first one.
// With weak fairness it gets in: the other one can overtake it only once.
//
// expect: --fair weak => holds
// expect: --fair none => violated ltl
#include <allways.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

enum AP { Waiting, Critical };
LTL(served, G (Waiting -> F Critical));

static atomic_int wants[2], precedence;

static void *worker(void *argument) {
  int me = (int)(intptr_t)argument, other = 1 - me;
  for (;;) {
    if (me == 0) ap(Waiting);
    wants[me] = 1;
    precedence = other;
    while (wants[other] && precedence == other) {
    }
    if (me == 0) ap(Critical);
    wants[me] = 0;
  }
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, worker, (void *)(intptr_t)i);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
