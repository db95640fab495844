// Treiber's stack with nodes from malloc that are freed when they are popped: reading the successor of a
// freed node is a fault by itself. Where freed addresses are used again it need not be one, and the stack
// loses a node or keeps one that is gone.
//
// expect: --property memory => violated memory
// expect: --property assert => unknown
// expect: --address-reuse => violated
// expect: --address-reuse --property assert => violated assert
// expect: --address-reuse --property assert --reduction tau => violated assert
// expect: --address-reuse --property assert --reduction superstep => violated assert
// expect: --strict --property assert => violated assert
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

typedef struct node {
  struct node *next;
} node;

static _Atomic(node *) top;
static atomic_int on_stack;

static void push(void) {
  node *n = malloc(sizeof *n);
  if (!n) exit(0);
  node *old = top;
  on_stack++;
  do n->next = old; //~ race
  while (!atomic_compare_exchange_strong(&top, &old, n));
}

static int pop(void) {
  node *old = top, *next;
  do {
    if (!old) return 0;
    next = old->next; //~ memory race
  } while (!atomic_compare_exchange_strong(&top, &old, next));
  on_stack--;
  free(old); //~ memory race
  return 1;
}

static void *pop_one(void *unused) {
  pop();
  return unused;
}

static void *pop_two_and_push_one(void *unused) {
  pop();
  pop();
  push();
  return unused;
}

int main(void) {
  push();
  push();
  pthread_t one, two;
  pthread_create(&one, NULL, pop_one, NULL);
  pthread_create(&two, NULL, pop_two_and_push_one, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  int left = on_stack;
  assert((left == 0) == (top == NULL)); //~ assert
  return 0;
}
