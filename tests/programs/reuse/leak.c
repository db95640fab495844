// What a stale pointer leads to by accident is not lost; what it does not lead to is. Both outcomes are there.
//
// expect: --address-reuse --property leak => violated leak
// expect: --address-reuse --property leak --reduction none => violated leak
// expect: --address-reuse --property leak -m32 => violated leak
// expect: --property leak => violated leak
// expect: --address-reuse --property leak -- -DFREED => holds
// expect: --address-reuse --property leak --reduction none -- -DFREED => holds
// expect: --address-reuse --property leak --reduction superstep -- -DFREED => holds
// expect: --address-reuse --property leak -- -DBY_ACCIDENT => holds
// expect: --address-reuse --property leak --reduction none -- -DBY_ACCIDENT => holds
// expect: --strict --property leak -- -DFREED => holds
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

static void *known;

static void *work(void *block) {
  free(block);
  void *new = malloc(8); //~ leak
#ifdef FREED
  free(new);
#elif defined BY_ACCIDENT
  if (new != known) free(new);
#endif
  return NULL;
}

int main(void) {
  known = malloc(8);
  pthread_t other;
  pthread_create(&other, NULL, work, known);
  pthread_join(other, NULL);
  return 0;
}
