// One thread frees what another still compares with.
//
// expect: --address-reuse => violated assert
// expect: --address-reuse --reduction none => violated assert
// expect: --address-reuse --reduction tau => violated assert
// expect: --address-reuse --reduction global => violated assert
// expect: --address-reuse --reduction superstep => violated assert
// expect: --address-reuse --symmetry threads => violated assert
// expect: --strict => violated assert
// expect: => holds
// expect: --malloc-fail => holds
// expect: --address-reuse -m32 => violated assert
// expect: --address-reuse -- -DLARGER => holds
// expect: --address-reuse --reduction none -- -DLARGER => holds
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

#ifdef LARGER
enum { SIZE = 5000 }; // another size class
#else
enum { SIZE = 24 };
#endif

static void *forget(void *object) {
  free(object);
  return NULL;
}

int main(void) {
  void *old = malloc(24);
  pthread_t other;
  pthread_create(&other, NULL, forget, old);
  void *meanwhile = malloc(24);
  pthread_join(other, NULL);
  void *new = malloc(SIZE);
  assert(!new || new != old); //~ assert
  free(new);
  free(meanwhile);
  return 0;
}
