// Peterson's algorithm and its variants with an abstraction of what the algorithm is about: who wants in
// and who has precedence. -DPROGRAM names the variant.
#include <allways.h>
#ifndef PROGRAM
#define PROGRAM "../examples/peterson.c"
#endif
#include PROGRAM

void algorithm(void) {
  allways_abstract[0] = (unsigned char)wants[0];
  allways_abstract[1] = (unsigned char)wants[1];
  allways_abstract[2] = (unsigned char)precedence;
}
