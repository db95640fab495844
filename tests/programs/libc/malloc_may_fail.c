// expect: --malloc-fail => violated memory
// expect: --malloc-fail -DCHECKED => holds
// expect: => holds
#include <errno.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *copy = strdup("text");
#ifdef CHECKED
  if (!copy) return errno != ENOMEM;
#endif
  char first = copy[0]; //~ memory
  free(copy);
  return first != 't';
}
