// expect: => holds
// Copying and writing out what is not initialised is no decision on it.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct padded {
  char c;
  int i;
};

int main(void) {
  struct padded a, b, *heap = malloc(sizeof *heap);
  if (!heap) return 1;
  a.c = 'x';
  a.i = 5;
  memcpy(&b, &a, sizeof b);
  memmove(heap, &b, sizeof b);
  heap = realloc(heap, 2 * sizeof *heap);
  fwrite(heap, sizeof *heap, 1, stdout);
  free(heap);
  return b.i != 5;
}
