// expect: => error
// expect: -DNEVER => holds
// Files are not modelled: an error when such a function is reached, and only then.
#include <stdio.h>

int main(void) {
#ifdef NEVER
  if (getchar() == EOF) return 0;
#endif
  FILE *file = fopen("data", "r");
  return file == NULL;
}
