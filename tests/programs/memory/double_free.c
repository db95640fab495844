// Two owners free the same buffer.
// expect: => violated memory
#include <stdlib.h>

typedef struct {
  char *buffer;
} owner;

static void dispose(owner *o) {
  free(o->buffer); //~ memory
}

int main(void) {
  owner one = {malloc(4)}, two = one;
  dispose(&one);
  dispose(&two);
  return 0;
}
