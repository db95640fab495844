// Two workers look for a cycle through a marked node with the parallel nested depth-first search
// that the checker uses itself (docs/internals/parallel.md). Blue: the first search of a node is finished.
// Red: no second search is needed from there. Both are shared; cyan, the path, is each worker's own.
//
// A worker that has made a second search waits until the other marked nodes that it came across are
// red before it makes its own nodes red. With -DNO_WAIT it does not: it takes nodes away from the
// second search of the other worker, and the only cycle (B, X) can be missed.
//
// expect: => holds
// expect: -O2 => holds
// expect: -- -DNO_WAIT => violated assert
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { START, A, B, X, NODES };

static const int edges[NODES][2] = {[START] = {A, B}, [A] = {X, X}, [B] = {X, X}, [X] = {B, B}};
static const unsigned marked = 1u << A | 1u << B;

// Sets of nodes.
static atomic_uint blue, red;
static atomic_bool found;

struct worker {
  unsigned cyan, reached;
  int first;  // the edge that is followed first
};

static void second_search(struct worker *self, int node) {
  self->reached |= 1u << node;
  for (int i = 0; i < 2 && !found; i++) {
    int to = edges[node][i];
    if (self->cyan >> to & 1)
      found = true;
    else if (!((self->reached | red) >> to & 1))
      second_search(self, to);
  }
}

static void make_red(struct worker *self, int seed) {
  self->reached = 0;
  second_search(self, seed);
#ifndef NO_WAIT
  unsigned others = self->reached & marked & ~(1u << seed);
  while ((red & others) != others && !found) {
  }
#endif
  red |= self->reached;
}

static void first_search(struct worker *self, int node) {
  self->cyan |= 1u << node;
  for (int i = 0; i < 2; i++) {
    int to = edges[node][i ^ self->first];
    if (!((self->cyan | blue) >> to & 1)) first_search(self, to);
  }
  blue |= 1u << node;
  if (marked >> node & 1) make_red(self, node);
  self->cyan &= ~(1u << node);
}

static void *work(void *number) {
  struct worker self = {.first = (int)(intptr_t)number};
  first_search(&self, START);
  return NULL;
}

int main(void) {
  pthread_t workers[2];
  for (int i = 0; i < 2; i++) pthread_create(&workers[i], NULL, work, (void *)(intptr_t)i);
  for (int i = 0; i < 2; i++) pthread_join(workers[i], NULL);
  assert(found);
  return 0;
}
