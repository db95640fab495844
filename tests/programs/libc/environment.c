// Variables of the environment that the program sets itself.
// expect: => holds
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
#include <string.h>

extern char **environ;

int main(void) {
  static char own[] = "LEVEL=1";
  assert(!getenv("HOME") && !environ[0]);
  assert(setenv("HOME", "/here", 0) == 0 && setenv("HOME", "/there", 0) == 0);
  assert(strcmp(getenv("HOME"), "/here") == 0);
  char *old = getenv("HOME");
  assert(setenv("HOME", "/there", 1) == 0 && strcmp(getenv("HOME"), "/there") == 0 && strcmp(old, "/here") == 0);
  assert(putenv(own) == 0 && strcmp(getenv("LEVEL"), "1") == 0);
  own[6] = '2';
  assert(strcmp(getenv("LEVEL"), "2") == 0);
  assert(setenv("", "x", 1) == -1 && setenv("A=B", "x", 1) == -1);
  assert(unsetenv("HOME") == 0 && !getenv("HOME") && environ[0] == own && !environ[1]);
  assert(putenv((char[]){"LEVEL"}) == 0 && !getenv("LEVEL"));
  assert(setenv("A", "", 1) == 0 && *getenv("A") == 0 && clearenv() == 0 && !getenv("A"));
  assert(!secure_getenv("A"));
  return 0;
}
