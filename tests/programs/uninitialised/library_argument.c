// Values that were never written, given to the library.
// expect: => violated memory
// expect: -O0 => violated memory
// expect: -O2 => violated memory
// expect: -DLENGTH => violated memory
// expect: -DLENGTH -O0 => violated memory
// expect: -DEXIT => violated memory
// expect: -DEXIT -O0 => violated memory
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  int *number = malloc(sizeof *number);
  char *text = malloc(8);
#if defined LENGTH
  text[0] = 'a';
  return (int)strlen(text); //~ memory
#elif defined EXIT
  exit(*number); //~ memory
#else
  printf("%d\n", *number); //~ memory
#endif
  free(text);
  free(number);
  return 0;
}
