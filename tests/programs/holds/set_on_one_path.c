// A variable is set on one path and read only when that path was taken.
// expect: => holds
#include <allways.h>

int main(void) {
  int known = arbitrary(2), value;
  if (known) value = 5;
  trace("known %d", known);
  if (known) vassert(value == 5);
  return 0;
}
