// Both threads find the pointer set, and both free it.
// expect: => violated
// expect: --property memory => violated memory
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

static int *_Atomic cache;

static void *drop(void *unused) {
  int *seen = cache;
  if (seen) {
    cache = NULL;
    free(seen); //~ race memory
  }
  return unused;
}

int main(void) {
  pthread_t one, two;
  cache = malloc(sizeof *cache);
  pthread_create(&one, NULL, drop, NULL);
  pthread_create(&two, NULL, drop, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
