// Bit-fields that are set one after the other: the neighbours' bits are read and written back.
// expect: => holds
// expect: -O0 => holds
// expect: -O2 => holds
// expect: -DUNSET => violated memory
// expect: -DUNSET -O0 => violated memory
#include <assert.h>
#include <stdlib.h>

struct fields {
  unsigned low : 3;
  signed middle : 7;
  unsigned long high : 40;
};

int main(void) {
  struct fields *f = malloc(sizeof *f);
  f->middle = -5;
  f->low = 6;
  struct fields copy = *f;
  assert(copy.middle == -5 && copy.low == 6);
#ifdef UNSET
  if (copy.high > 3) return 1; //~ memory
#endif
  free(f);
  return 0;
}
