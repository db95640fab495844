// expect: => violated memory
// expect: -DBOUNDED => holds
#include <stdio.h>

int main(void) {
  char text[8];
#ifdef BOUNDED
  snprintf(text, sizeof text, "%s-%d", "number", 42);
#else
  sprintf(text, "%s-%d", "number", 42); //~ memory
#endif
  return 0;
}
