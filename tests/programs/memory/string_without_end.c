// strcpy needs room for the final zero too.
// expect: => violated memory
#include <stdlib.h>
#include <string.h>

int main(void) {
  const char *name = "peer";
  char *copy = malloc(strlen(name));
  strcpy(copy, name); //~ memory
  free(copy);
  return 0;
}
