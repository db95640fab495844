// expect: -- -fno-builtin => holds
// ctype.h as functions, and the tables behind its macros.
#define _GNU_SOURCE
#include <assert.h>
#include <ctype.h>

extern const int **__ctype_tolower_loc(void), **__ctype_toupper_loc(void);
extern const unsigned short **__ctype_b_loc(void);

#define IS(kind, yes, no) assert((kind)(yes) && !(kind)(no))

int main(void) {
  IS(isalnum, '7', '-'); IS(isblank, '\t', '\n'); IS(iscntrl, 1, 'x'); IS(isgraph, '!', ' '); IS(islower, 'x', 'X');
  IS(isprint, ' ', '\n'); IS(ispunct, ';', 'a'); IS(isspace, '\v', 'v'); IS(isupper, 'X', 'x'); IS(isxdigit, 'f', 'g');
  IS(isalpha, 'q', '1'); IS(isdigit, '0', 'o'); IS(isascii, 127, 128);
  assert((toascii)(200) == 72 && (_tolower)('A') == 'a' && (_toupper)('a') == 'A');
  assert((tolower)('Q') == 'q' && (toupper)('q') == 'Q' && (tolower)('3') == '3');
  assert((*__ctype_tolower_loc())['Z'] == 'z' && (*__ctype_toupper_loc())['z'] == 'Z' && (*__ctype_b_loc())['a']);
  return 0;
}
