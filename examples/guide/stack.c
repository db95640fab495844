// A lock-free stack (Treiber's): threads push and pop by compare-and-exchange on the top.
//
// A thread that pops reads `next` of a node that another may have popped and freed in the meantime. With
// -DKEEP nodes are freed only when all threads have ended.
//
// expect: => violated race
// expect: --property memory => violated memory
// expect: -- -DKEEP => holds
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

typedef struct node {
  struct node *next;
  int value;
} node;

static node *_Atomic top;
static atomic_int sum;

static void push(node *n, int value) {
  n->value = value;
  n->next = top;
  while (!atomic_compare_exchange_weak(&top, &n->next, n)) {
  }
}

static node *pop(void) {
  node *n = top;
  while (n && !atomic_compare_exchange_weak(&top, &n, n->next)) {
  }
  return n;
}

static void *worker(void *unused) {
  node *n = pop();
  sum += n->value;
#ifndef KEEP
  free(n);
#endif
  return unused;
}

int main(void) {
  node *nodes[2];
  for (int i = 0; i < 2; i++) {
    nodes[i] = malloc(sizeof *nodes[i]);
    push(nodes[i], i + 1);
  }
  pthread_t one, two;
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&two, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  assert(sum == 3);
#ifdef KEEP
  for (int i = 0; i < 2; i++) free(nodes[i]);
#endif
  return 0;
}
