// free is given a pointer into the middle of a block.
// expect: => violated memory
#include <stdlib.h>

int main(void) {
  char *text = malloc(8), *cursor = text;
  cursor += 3;
  free(cursor); //~ memory
  return 0;
}
