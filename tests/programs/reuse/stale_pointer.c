// A stale pointer leads to a new object: no access fails, but the content is another's. Both orders are
// there, so without --property assert it is found that the object may be gone, too.
//
// expect: --address-reuse --property assert => violated assert
// expect: --address-reuse --property assert --reduction none => violated assert
// expect: --address-reuse --property assert --reduction tau => violated assert
// expect: --address-reuse --property assert --reduction global => violated assert
// expect: --address-reuse --property assert --reduction superstep => violated assert
// expect: --address-reuse --property memory => violated memory
// expect: --property assert,memory => violated memory
// expect: --address-reuse --property race => violated race
// expect: --address-reuse --property race --reduction none => violated race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

static int *_Atomic known;

static void *replace(void *unused) {
  free(known); //~ race memory
  int *new = malloc(sizeof *new);
  *new = 2; //~ race
  return unused;
}

int main(void) {
  int *first = malloc(sizeof *first);
  *first = 1;
  known = first;
  pthread_t other;
  pthread_create(&other, NULL, replace, NULL);
  assert(*first == 1); //~ assert memory race
  pthread_join(other, NULL);
  return 0;
}
