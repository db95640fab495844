// In an atomic section a block gets the address of a freed one and is written to, while somebody is about to
// use the stale pointer.
// expect: --property race --address-reuse => violated race
// expect: --property race --address-reuse --reduction none => violated race
// expect: --property race --address-reuse --reduction tau => violated race
#include <allways.h>
#include <pthread.h>
#include <stdlib.h>

static int *stale;

static void *use(void *unused) {
  *stale = 1; //~ race
  return unused;
}

int main(void) {
  pthread_t thread;
  stale = malloc(sizeof *stale);
  free(stale);
  pthread_create(&thread, NULL, use, NULL);
  beginatomic();
  int *block = malloc(sizeof *block);
  if (block == stale) *block = 2; //~ race
  endatomic();
  pthread_join(thread, NULL);
  return 0;
}
