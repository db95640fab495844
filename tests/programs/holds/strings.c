// The everyday functions of string.h stay within their bounds.
// expect: => holds
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  char text[16] = "model", copy[6];
  assert(strlen(text) == 5);
  strcpy(copy, text);
  assert(strcmp(copy, "model") == 0 && strcmp(copy, "modem") < 0);
  memmove(text + 2, text, 6);
  assert(memcmp(text, "momodel", 8) == 0);
  memset(copy, 'z', 5);
  assert(copy[4] == 'z' && copy[5] == 0);
  printf("%s %s %d\n", text, copy, (int)strlen(copy));
  return 0;
}
