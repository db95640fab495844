// free is given a local variable.
// expect: => violated memory
#include <stdlib.h>

static void dispose(int *number) {
  free(number); //~ memory
}

int main(void) {
  int local = 1;
  dispose(&local);
  return local;
}
