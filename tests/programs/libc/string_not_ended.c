// expect: => violated memory
// expect: -DENDED => holds
// The string fills its array: there is no zero, and strlen runs out of it.
#include <string.h>

int main(void) {
  char text[4];
#ifdef ENDED
  memcpy(text, "abc", 4);
#else
  memcpy(text, "abcd", 4);
#endif
  return strlen(text) != 3; //~ memory
}
