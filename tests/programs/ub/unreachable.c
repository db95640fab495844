// Somebody promised that there are only three colours.
// expect: => violated ub
#include <allways.h>

static int weight(int colour) {
  switch (colour) {
  case 0: return 10;
  case 1: return 20;
  case 2: return 30;
  }
  __builtin_unreachable(); //~ ub
}

int main(void) { return weight(arbitrary(4)) == 0; }
