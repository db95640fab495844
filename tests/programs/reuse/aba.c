// The ABA problem as it is met: a stack of blocks from malloc, which may return an address that was freed.
//
// The first thread reads the top block a and its successor b, and is interrupted. The second one pops a and
// b, frees both, and pushes a new block that gets the address of a. The first thread's exchange finds what it
// expects and makes b the top, which is gone. With -DTAGGED a counter in the upper 16 bits of the top word
// changes with each exchange, and the stale one fails. Successors are kept beside the blocks, by their
// address: reading that of a freed one is no fault, as in stacks whose memory is never given back.
//
// expect: --address-reuse => violated assert
// expect: --address-reuse --search bfs => violated assert
// expect: --address-reuse --reduction none => violated assert
// expect: --address-reuse --reduction tau => violated assert
// expect: --address-reuse --reduction global => violated assert
// expect: --address-reuse --reduction superstep => violated assert
// expect: --strict => violated assert
// expect: => holds
// expect: --reduction tau => holds
// expect: --address-reuse -- -DTAGGED => holds
// expect: --address-reuse --reduction none -- -DTAGGED => holds
// expect: --address-reuse --reduction tau -- -DTAGGED => holds
// expect: --address-reuse --reduction global -- -DTAGGED => holds
// expect: --address-reuse --reduction superstep -- -DTAGGED => holds
// expect: --strict -- -DTAGGED => holds
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#ifndef TAGGED
#define TAGGED 0
#endif

static _Atomic uint64_t top;       // a pointer, and in its upper bits the tag
static void *a, *b;                // two addresses
static void *_Atomic successor[3]; // of a, of b, and of any other block
static atomic_bool alive[3];

static int place(void *block) { return block == a ? 0 : block == b ? 1 : 2; }

static void *pointer(uint64_t word) { return (void *)(uintptr_t)(word & ((UINT64_C(1) << 48) - 1)); }

static uint64_t after(uint64_t word, void *new_top) {
  uint64_t address = (uintptr_t)new_top;
  return TAGGED ? address | ((word >> 48) + 1) << 48 : address;
}

static void push(void *block) {
  uint64_t old = top;
  alive[place(block)] = 1;
  do successor[place(block)] = pointer(old);
  while (!atomic_compare_exchange_strong(&top, &old, after(old, block)));
}

static void *pop(void) {
  uint64_t old = top;
  void *block, *next;
  do {
    block = pointer(old);
    if (!block) return NULL;
    next = successor[place(block)];
  } while (!atomic_compare_exchange_strong(&top, &old, after(old, next)));
  return block;
}

static void release(void *block) {
  if (!block) return;
  alive[place(block)] = 0;
  free(block);
}

static void *pop_one(void *unused) {
  pop();
  return unused;
}

static void *pop_two_and_push_one(void *unused) {
  void *one = pop(), *two = pop();
  release(one);
  release(two);
  void *new = malloc(8);
  if (new) push(new);
  return unused;
}

int main(void) {
  a = malloc(8);
  b = malloc(8);
  if (!a || !b) return 0;
  push(b);
  push(a);
  pthread_t one, two;
  pthread_create(&one, NULL, pop_one, NULL);
  pthread_create(&two, NULL, pop_two_and_push_one, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  void *last = pointer(top);
  assert(!last || alive[place(last)]); //~ assert
  return 0;
}
