// memcpy with the size of the wrong side.
// expect: => violated memory
#include <string.h>

static char from[16], to[8];

static void copy(size_t size) {
  memcpy(to, from, size); //~ memory
}

int main(void) {
  copy(sizeof from);
  return to[0];
}
