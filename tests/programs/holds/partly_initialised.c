// A struct of which only one half is set may be passed, returned and stored.
// expect: => holds
#include <assert.h>
#include <stdlib.h>

typedef struct {
  int used, unused;
} half;

static half make(int value) {
  half h;
  h.used = value;
  return h;
}

static int read(half h) { return h.used; }

int main(void) {
  half *stored = malloc(sizeof *stored);
  *stored = make(5);
  assert(read(*stored) == 5);
  free(stored);
  return 0;
}
