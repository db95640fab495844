// Treiber's lock-free stack: a push and a pop are one compare-and-exchange of the top each.
//
// Popped nodes are kept until all threads are done: another thread may be about to read their `next`.
// -DFREE_EARLY frees them at once. See treiber_aba.c for what else goes wrong with reuse.
//
// expect: => holds
// expect: -- -DTHREADS='"PO|PO"' => holds
// expect: --property leak -- -DTHREADS='"P|O"' => holds
// expect: -- -DFREE_EARLY -DTHREADS='"PO|O"' => violated
// expect: --property memory -- -DFREE_EARLY -DTHREADS='"PO|O"' => violated memory
#ifndef THREADS
#define THREADS "PP|OO"
#endif
#define UNORDERED
#include "harness.h"
#include <stdatomic.h>
#include <stdlib.h>

typedef struct node {
  struct node *next, *next_retired;
  int value;
} node;

static node *_Atomic top;

static void insert(worker *me, int value) {
  node *fresh = malloc(sizeof *fresh);
  (void)me;
  if (!fresh) exit(1);
  fresh->value = value;
  fresh->next = top;
  while (!atomic_compare_exchange_strong(&top, &fresh->next, fresh)) {
  }
}

static void retire(worker *me, node *old) {
#ifdef FREE_EARLY
  (void)me;
  free(old); //~ race
#else
  old->next_retired = me->retired;
  me->retired = old;
#endif
}

static bool take(worker *me, int *value) {
  node *first = top;
  while (first && !atomic_compare_exchange_strong(&top, &first, first->next)) { //~ race memory
  }
  if (!first) return false;
  *value = first->value;
  retire(me, first);
  return true;
}

static void finish(void) {
  for (int i = 0; i < MAX_THREADS; i++) {
    for (node *old = workers[i].retired, *next; old; old = next) {
      next = old->next_retired;
      free(old);
    }
    workers[i].retired = NULL;
  }
}

int main(void) {
  run_threads(THREADS);
  return 0;
}
