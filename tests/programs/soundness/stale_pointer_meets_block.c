// A thread makes a block, fills it and frees it: nobody else can notice, but where its address was freed before and
// another thread still uses that. A reduction that lets the thread own such a block, because nobody was told its
// address, makes all three one step, and the other thread finds the block gone in every state.
//
// expect: --address-reuse --property race => violated race
// expect: --address-reuse --property race --reduction none => violated race
// expect: --address-reuse --property race --reduction superstep => violated race
// expect: --address-reuse --property memory => violated memory
// expect: --property race => unknown
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

static void *work(void *unused) {
  int *own = malloc(sizeof *own);
  if (!own) return NULL;
  *own = 1; //~ race
  free(own); //~ race
  return unused;
}

int main(void) {
  int *stale = malloc(sizeof *stale);
  if (!stale) return 0;
  free(stale);
  pthread_t other;
  pthread_create(&other, NULL, work, NULL);
  int seen = *stale; //~ race memory
  pthread_join(other, NULL);
  return seen;
}
