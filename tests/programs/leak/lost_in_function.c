// The only pointer to the block dies with the function.
// expect: --property leak => violated leak
// expect: => holds
#include <stdlib.h>

static int first_digit(int number) {
  char *digits = malloc(12); //~ leak
  digits[0] = (char)('0' + number % 10);
  return digits[0];
}

int main(void) { return first_digit(7) != '7'; }
