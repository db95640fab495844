// The ABA problem: a lock-free stack whose nodes are used again.
//
// The first thread reads the top node a and its successor b, and is interrupted. The second one pops a
// and b and pushes a back. The first thread's compare-and-exchange finds a on top, as if nothing had
// happened, and makes b the top, which the second thread still owns. With -DTAGGED a counter in the upper
// 16 bits of the top word changes with each exchange, and the stale exchange fails.
//
// expect: => violated assert
// expect: -- -DTAGGED => holds
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

typedef struct node {
  struct node *_Atomic next;
  atomic_int owners;
} node;

#ifdef TAGGED
enum { TAG_BITS = 16 };
#else
enum { TAG_BITS = 0 };
#endif

static _Atomic uint64_t top; // a pointer, and in its upper bits the tag
static node a, b;

static node *pointer(uint64_t word) { return (node *)(uintptr_t)(word & ((UINT64_C(1) << 48) - 1)); }

static uint64_t successor(uint64_t word, node *new_top) {
  uint64_t tag = (word >> 48) + 1;
  return (uint64_t)(uintptr_t)new_top | (TAG_BITS ? tag << 48 : 0);
}

static void push(node *n) {
  uint64_t old = top;
  n->owners--;
  do n->next = pointer(old);
  while (!atomic_compare_exchange_strong(&top, &old, successor(old, n)));
}

static node *pop(void) {
  uint64_t old = top;
  node *n;
  do {
    n = pointer(old);
    if (!n) return NULL;
  } while (!atomic_compare_exchange_strong(&top, &old, successor(old, n->next)));
  assert(n->owners++ == 0); //~ assert
  return n;
}

static void *pop_twice(void *unused) {
  pop();
  pop();
  return unused;
}

static void *pop_two_and_push_one(void *unused) {
  node *first = pop();
  pop();
  if (first) push(first);
  return unused;
}

int main(void) {
  pthread_t one, two;
  a.owners = b.owners = 1;
  push(&b);
  push(&a);
  pthread_create(&one, NULL, pop_twice, NULL);
  pthread_create(&two, NULL, pop_two_and_push_one, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
