// expect: => violated memory
// expect: -DCAST => holds
// <ctype.h> takes an unsigned char or EOF; 300 is neither.
#include <ctype.h>

int main(void) {
  int c = 300;
#ifdef CAST
  c = (unsigned char)c;
#endif
  return isalpha(c) != 0; //~ memory
}
