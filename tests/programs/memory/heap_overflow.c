// One element too many.
// expect: => violated memory
#include <stdlib.h>

int main(void) {
  int count = 4, *squares = malloc(count * sizeof *squares);
  for (int i = 0; i <= count; i++)
    squares[i] = i * i; //~ memory
  free(squares);
  return 0;
}
