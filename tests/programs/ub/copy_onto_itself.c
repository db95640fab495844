// expect: => violated ub
// expect: -DMOVE => holds
// expect: -DSTRINGS => violated ub
// expect: -DSTRINGS -DMOVE => holds
// expect: -DSAME => holds
// memcpy and strcpy must not be used where what is written meets what is read; memmove may.
#include <assert.h>
#include <string.h>

static char text[16] = "abcdefgh";

int main(void) {
#ifdef SAME
  char *to = text;
  memcpy(to, text, 9); // compilers copy a struct to itself in this way
  return text[0] != 'a';
#else
  char *from = text;
#ifdef MOVE
  memmove(text + 1, from, 9);
#elif defined STRINGS
  strcpy(text + 1, from); //~ ub
#else
  memcpy(text + 1, from, 9); //~ ub
#endif
  assert(strcmp(text, "aabcdefgh") == 0);
  return 0;
#endif
}
