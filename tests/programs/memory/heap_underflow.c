// Trimming a string that is empty looks in front of the block.
// expect: => violated memory
#include <stdlib.h>
#include <string.h>

static void trim(char *text) {
  size_t length = strlen(text);
  if (text[length - 1] == '\n') //~ memory
    text[length - 1] = 0;
}

int main(void) {
  char *line = calloc(4, 1);
  trim(line);
  free(line);
  return 0;
}
