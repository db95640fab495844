// Michael and Scott's two-lock queue: one lock for the head and one for the tail, so that an enqueue and
// a dequeue can go on at the same time. A dummy node in front keeps them apart; only when the queue is
// empty do they meet, at the dummy's `next`, which must therefore be atomic (-DPLAIN_NEXT: it is not).
//
// expect: => holds
// expect: -- -DTHREADS='"E|D"' => holds
// expect: -- -DTHREADS='"EEE|DDD"' => holds
// expect: -- -DTHREADS='"E|E|D"' => holds
// expect: --property leak => holds
// expect: -- -DPLAIN_NEXT => violated race
#include "harness.h"
#include <stdatomic.h>
#include <stdlib.h>

typedef struct node {
#ifdef PLAIN_NEXT
  struct node *next;
#else
  struct node *_Atomic next;
#endif
  int value;
} node;

static struct {
  pthread_mutex_t head_lock, tail_lock;
  node *head, *tail; // head is the dummy; its successor is the first element
} queue = {.head_lock = PTHREAD_MUTEX_INITIALIZER, .tail_lock = PTHREAD_MUTEX_INITIALIZER};

static node *new_node(int value) {
  node *fresh = malloc(sizeof *fresh);
  if (!fresh) exit(1);
  fresh->next = NULL;
  fresh->value = value;
  return fresh;
}

static void insert(worker *me, int value) {
  node *fresh = new_node(value);
  (void)me;
  pthread_mutex_lock(&queue.tail_lock);
  queue.tail->next = fresh; //~ race
  queue.tail = fresh;
  pthread_mutex_unlock(&queue.tail_lock);
}

static bool take(worker *me, int *value) {
  (void)me;
  pthread_mutex_lock(&queue.head_lock);
  node *dummy = queue.head, *first = dummy->next; //~ race
  if (first) {
    *value = first->value;
    queue.head = first; // the new dummy
  }
  pthread_mutex_unlock(&queue.head_lock);
  if (first) free(dummy);
  return first != NULL;
}

static void finish(void) { free(queue.head); }

int main(void) {
  queue.head = queue.tail = new_node(-1);
  run_threads(THREADS);
  return 0;
}
