// Objects of no size: they have an address of their own, may be freed, and hold nothing.
// expect: => holds
// expect: -DWRITTEN => violated memory
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct nothing {};

int main(void) {
  char *a = malloc(0);
  char *b = calloc(0, 8);
  char *c = malloc(0);
  struct nothing d, e;
  d = e;
  (void)d;
  if (a && c) assert(a != c);
  memcpy(a, b, 0);
  memset(b, 1, 0);
#ifdef WRITTEN
  a[0] = 1; //~ memory
#endif
  free(a);
  free(b);
  free(c);
  return 0;
}
