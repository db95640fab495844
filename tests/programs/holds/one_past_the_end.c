// The address one past the end may be formed and compared, and nothing of size zero is accessed.
// expect: => holds
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  int numbers[3] = {1, 2, 3}, total = 0;
  for (int *n = numbers; n != numbers + 3; n++) total += *n;
  assert(total == 6);
  char *empty = malloc(0);
  memcpy(numbers + 3, numbers, 0);
  free(empty);
  free(NULL);
  return 0;
}
