// Padding is never written, and copying it is no decision.
// expect: => holds
// expect: -O0 => holds
// expect: -O2 => holds
// expect: -DCOMPARED => violated memory
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct padded {
  char tag;
  long value;
  short end;
};

static struct padded store[2];

static struct padded make(char tag) {
  struct padded made;
  made.tag = tag;
  made.value = tag * 2;
  made.end = 1;
  return made;
}

int main(void) {
  struct padded local = make('a');
  store[0] = local;
  memcpy(&store[1], &local, sizeof local);
  struct padded *heap = malloc(sizeof *heap);
  *heap = store[1];
  assert(heap->value == 'a' * 2 && store[0].end == 1);
#ifdef COMPARED
  assert(memcmp(&store[0], heap, sizeof *heap) == 0); //~ memory
#endif
  free(heap);
  return 0;
}
