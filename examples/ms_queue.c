// Michael and Scott's lock-free queue.
//
// The tail may lag behind by one node; whoever notices helps it on. Removed nodes are kept until all
// threads are done, because another thread may still look at them. -DFREE_EARLY frees them at once.
//
// expect: => holds
// expect: -- -DTHREADS='"E|D"' => holds
// slow: -- -DTHREADS='"E|E|D"' => holds
// expect: --property leak -- -DTHREADS='"E|D"' => holds
// expect: -- -DFREE_EARLY -DTHREADS='"E|E|D"' => violated
// expect: --property memory -- -DFREE_EARLY -DTHREADS='"E|E|D"' => violated memory
#include "harness.h"
#include <stdatomic.h>
#include <stdlib.h>

typedef struct node {
  struct node *_Atomic next;
  struct node *next_retired;
  int value;
} node;

static node *_Atomic head, *_Atomic tail; // head is a dummy; its successor is the first element

static node *new_node(int value) {
  node *fresh = malloc(sizeof *fresh);
  if (!fresh) exit(1);
  atomic_init(&fresh->next, NULL);
  fresh->value = value;
  return fresh;
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

static void insert(worker *me, int value) {
  node *fresh = new_node(value);
  (void)me;
  for (;;) {
    node *last = tail, *next = last->next; //~ race memory
    if (next) {
      atomic_compare_exchange_strong(&tail, &last, next); // help the slow one
    } else if (atomic_compare_exchange_strong(&last->next, &next, fresh)) { //~ race memory
      atomic_compare_exchange_strong(&tail, &last, fresh);
      return;
    }
  }
}

static bool take(worker *me, int *value) {
  for (;;) {
    node *dummy = head, *last = tail, *first = dummy->next; //~ race memory
    if (dummy != head) continue;
    if (!first) return false;
    if (dummy == last) {
      atomic_compare_exchange_strong(&tail, &last, first);
      continue;
    }
    *value = first->value; //~ race memory
    if (atomic_compare_exchange_strong(&head, &dummy, first)) {
      retire(me, dummy);
      return true;
    }
  }
}

static void finish(void) {
  free(head);
  for (int i = 0; i < MAX_THREADS; i++) {
    for (node *old = workers[i].retired, *next; old; old = next) {
      next = old->next_retired;
      free(old);
    }
    workers[i].retired = NULL;
  }
}

int main(void) {
  node *dummy = new_node(-1);
  head = dummy;
  tail = dummy;
  run_threads(THREADS);
  return 0;
}
