// A single combination of choices fails; all of them are tried.
// expect: => violated assert
// expect: -- -DLIMIT=43 => holds
#include <allways.h>

#ifndef LIMIT
#define LIMIT 42
#endif

int main(void) {
  int tens = arbitrary(5), ones = 0;
  range(ones, -2, 2);
  trace("%d %d", tens, ones);
  vassert(10 * tens + ones < LIMIT); //~ assert
  return 0;
}
