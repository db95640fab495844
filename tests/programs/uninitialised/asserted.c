// An assertion on memory that was never written.
// expect: => violated memory
// expect: -O0 => violated memory
// expect: -O2 => violated
#include <allways.h>
#include <stdlib.h>

int main(void) {
  int *number = malloc(sizeof *number);
  vassert(*number == *number + 0 && *number < 7); //~ memory
  free(number);
  return 0;
}
