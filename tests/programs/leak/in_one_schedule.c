// Two threads fill the same cache: whoever is second drops the first one's block.
// expect: --property leak => violated leak
// expect: => holds
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

static void *_Atomic cache;

static void *fill(void *unused) {
  if (!cache) cache = malloc(4); //~ leak
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, fill, NULL);
  pthread_create(&two, NULL, fill, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  free(cache);
  return 0;
}
