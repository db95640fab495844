// Large objects have no room for their site in their address: a local array must not take the name of a freed block,
// or of an array of a function that has returned, that somebody still points to.
// expect: => violated memory
// expect: --reduction none => violated memory
// expect: -DRETURNED => violated memory
// expect: -m32 -DSIZE=5000 => violated memory
#include <stdlib.h>

#ifndef SIZE
#define SIZE (1 << 20)
#endif

static char *stale;

static void make(void) {
#ifdef RETURNED
  char array[SIZE];
  array[0] = 1;
  stale = array;
#else
  stale = malloc(SIZE);
  stale[3] = 1;
  free(stale);
#endif
}

static int look(int i) {
  char array[SIZE];
  array[i] = 1;
  return array[i] + stale[i]; //~ memory
}

int main(void) {
  make();
  return look(3);
}
