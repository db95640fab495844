// Freeing between two joins is not put off until the second: whoever is joined then may get the address.
// expect: --property assert --address-reuse => violated assert
// expect: --property assert --address-reuse --reduction none => violated assert
// expect: --property assert --address-reuse --reduction tau => violated assert
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int *out;

static void *nothing(void *unused) { return unused; }

static void *take(void *unused) {
  out = malloc(sizeof *out);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, nothing, NULL);
  pthread_create(&b, NULL, take, NULL);
  int *p = malloc(sizeof *p);
  pthread_join(a, NULL);
  free(p);
  pthread_join(b, NULL);
  assert(p != out); //~ assert
  return 0;
}
