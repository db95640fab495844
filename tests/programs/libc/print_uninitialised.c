// expect: => violated memory
#include <stdio.h>

int main(void) {
  int number;
  printf("%d\n", number); //~ memory
  return 0;
}
