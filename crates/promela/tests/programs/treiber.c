// A lock-free stack. Giving popped nodes back at once lets a pop confuse a node with a new one at its place (ABA).
// spin: holds
// spin -DFREE: violated
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  struct node *next;
  int value;
};

struct node *_Atomic top;

static void push(int value) {
  struct node *node = malloc(sizeof *node);
  node->value = value;
  struct node *old = top;
  do {
    node->next = old;
  } while (!atomic_compare_exchange_strong(&top, &old, node));
}

static int pop(void) {
  struct node *old = top;
  do {
    if (!old) return 0;
  } while (!atomic_compare_exchange_strong(&top, &old, old->next));
  int value = old->value;
#ifdef FREE
  free(old);
#endif
  return value;
}

static void *popper(void *unused) {
  int a = pop();
  assert(a == 0 || a == 1 || a == 2);
  return unused;
}

int main(void) {
  pthread_t a, b;
  push(1);
  push(2);
  pthread_create(&a, 0, popper, 0);
  pthread_create(&b, 0, popper, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(top == NULL);
  return 0;
}
