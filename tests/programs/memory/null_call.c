// A callback that was never set.
// expect: => violated memory
#include <stddef.h>

static void (*callback)(int) = NULL;

static void notify(int event) {
  callback(event); //~ memory
}

int main(void) {
  notify(1);
  return 0;
}
