// expect: => violated memory
// expect: -DDIFFERENT_BEFORE => holds
// memcmp decides on bytes that nobody wrote; behind the first difference they do not matter.
#include <string.h>

int main(void) {
  char a[8], b[8];
  a[0] = 'a';
#ifdef DIFFERENT_BEFORE
  b[0] = 'b';
#else
  b[0] = 'a';
#endif
  return memcmp(a, b, sizeof a) == 0; //~ memory
}
