// realloc keeps what was there, and also allocates from nothing.
// expect: => holds
// expect: --property leak => holds
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>

int main(void) {
  int *numbers = NULL;
  for (int count = 1; count <= 4; count++) {
    numbers = realloc(numbers, (size_t)count * sizeof *numbers);
    numbers[count - 1] = count;
  }
  for (int i = 0; i < 4; i++) assert(numbers[i] == i + 1);
  numbers = realloc(numbers, 2 * sizeof *numbers);
  assert(numbers[0] + numbers[1] == 3);
  free(numbers);
  return 0;
}
