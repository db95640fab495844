// Copying does not initialise: the undefined bytes travel, and the decision at the end finds them.
// expect: => violated memory
#include <string.h>

typedef struct {
  int set, unset;
} pair;

int main(void) {
  pair one, two;
  one.set = 1;
  memcpy(&two, &one, sizeof two);
  if (two.set != 1) return 1;
  if (two.unset == 7) return 2; //~ memory
  return 0;
}
