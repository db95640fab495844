// expect: -O2 -- -D_FORTIFY_SOURCE=2 => violated memory
#include <string.h>

static char small[4];
static const char *volatile text = "too long for it";

int main(void) {
  strcpy(small, text);
  return small[0];
}
