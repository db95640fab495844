// Structs in structs, a million of them, passed by value.
// expect: --memory 512M --timeout 20 => holds
#include <assert.h>

#define TWICE(n, inner) struct n { struct inner a, b; };
struct s0 { char c; };
TWICE(s1, s0) TWICE(s2, s1) TWICE(s3, s2) TWICE(s4, s3) TWICE(s5, s4) TWICE(s6, s5) TWICE(s7, s6)
TWICE(s8, s7) TWICE(s9, s8) TWICE(s10, s9) TWICE(s11, s10) TWICE(s12, s11) TWICE(s13, s12)
TWICE(s14, s13) TWICE(s15, s14) TWICE(s16, s15) TWICE(s17, s16) TWICE(s18, s17) TWICE(s19, s18)
TWICE(s20, s19)

static struct s20 whole;

static char last(struct s16 part) {
  return ((char *)&part)[sizeof part - 1];
}

int main(void) {
  ((char *)&whole)[sizeof(struct s16) - 1] = 3;
  assert(last(whole.a.a.a.a) == 3);
  return 0;
}
