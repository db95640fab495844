// free is given a global variable.
// expect: => violated memory
#include <stdlib.h>

static int fallback;

static void dispose(int *number) {
  free(number); //~ memory
}

int main(void) {
  dispose(&fallback);
  return 0;
}
