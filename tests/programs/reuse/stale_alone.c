// One thread, a stale pointer, and a block that may lie where it points. Every outcome is there: the pointer leads
// nowhere, which is a fault, or to the new block. So a use after free and a double free stay what they are, and what
// happens where the allocator is unlucky is found too.
//
// expect: --address-reuse -- -DUSED => violated memory
// expect: --address-reuse -m32 -- -DUSED => violated memory
// expect: --address-reuse --property assert -- -DUSED => violated assert
// expect: --address-reuse --property assert --reduction none -- -DUSED => violated assert
// expect: -- -DUSED => violated memory
// expect: --property assert -- -DUSED => unknown memory
// expect: --address-reuse --property memory -- -DFREED => violated memory
// expect: --address-reuse --property assert -- -DFREED => violated assert
// expect: --property memory -- -DFREED => violated memory
// expect: --address-reuse -- -DFREED_AND_USED => violated memory
// expect: --address-reuse -- -DCOMPARED => violated assert
// expect: --address-reuse -m32 -- -DCOMPARED => violated assert
// expect: -- -DCOMPARED => holds
// expect: --address-reuse -- -DFORGOTTEN => holds
// expect: --strict -- -DFORGOTTEN => holds
#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>

int main(void) {
  int *old = malloc(sizeof *old);
  if (!old) return 0;
  free(old);
#ifdef FORGOTTEN
  old = NULL;
#endif
  int *new = malloc(sizeof *new);
  if (!new) return 0;
  *new = 1;
#ifdef USED
  *old = 2; //~ memory
  assert(*new == 1); //~ assert
#elif defined FREED
  free(old);         //~ memory
  assert(old != new); //~ assert
#elif defined FREED_AND_USED
  if (old == new) {
    free(old);
    *new = 2; //~ memory
  }
#else
  assert(old != new); //~ assert
#endif
  return 0;
}
