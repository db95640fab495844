// A search finds nothing, and the result is used all the same.
// expect: => violated memory
// expect: --property race => unknown
#include <stddef.h>

static int numbers[] = {1, 2, 3};

static int *find(int wanted) {
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    if (numbers[i] == wanted) return &numbers[i];
  return NULL;
}

int main(void) {
  return *find(4); //~ memory
}
