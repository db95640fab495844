// Names that mean something to Promela, to SPIN's verifier or to the C library.
// spin: holds
// spin -DWRONG: violated
#include <assert.h>
#include <stdlib.h>

struct State {
  int len, next, of;
};
struct P0 {
  int value;
};
typedef struct node {
  struct node *node;
  int end;
} node;

int link, depth, done, now, run, chan, time, X;
int only_written, never_used;
int int_mem, node_mem;

static int init(int active, int init) {
  int skip = active + init;
  node *node = malloc(sizeof(struct node));
  node->node = node;
  node->node->end = skip;
end:
  skip--;
  if (skip > 0) goto end;
accept:
  skip += node->end;
  if (skip < 3) goto accept;
  free(node);
  return skip;
}

static int value(int proctype) {
  struct P0 byte = {proctype};
  return byte.value;
}

static int next(void) { return link + run; }

int main(void) {
  struct State State = {1, 2, 3};
  int *provided = &link;
  only_written = 4;
  *provided = 3;
  depth = done = now = chan = 2;
  run = time = X = 1;
  int_mem = node_mem = 5;
  assert(init(1, 2) == 3);
  assert(State.len + State.next + State.of == 6);
  assert(value(7) == 7 && next() == 4);
  assert(depth + done + now + chan == 8 && int_mem + node_mem == 10 && time + X == 2);
#ifdef WRONG
  assert(link == 4);
#endif
  return 0;
}
