// The low bit of an aligned pointer holds a mark.
// expect: => holds
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

static uintptr_t mark(const int *pointer) { return (uintptr_t)pointer | 1; }
static int marked(uintptr_t word) { return word & 1; }
static int *unmark(uintptr_t word) { return (int *)(word & ~(uintptr_t)1); }

int main(void) {
  int *number = malloc(sizeof *number);
  *number = 9;
  uintptr_t word = mark(number);
  assert(marked(word) && *unmark(word) == 9 && unmark(word) == number);
  free(unmark(word));
  return 0;
}
