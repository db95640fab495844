// A decision on a local variable that nobody has set.
// expect: => violated memory
#include <stdio.h>

static int verbose(int level) {
  int answer;
  if (level > 3) answer = 1;
  if (answer) { //~ memory
    puts("verbose");
    return 1;
  }
  return 0;
}

int main(void) { return verbose(2) - verbose(2); }
