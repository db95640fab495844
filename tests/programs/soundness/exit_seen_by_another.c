// A thread that calls `pthread_exit` can be seen before it does, by who tries to join it.
// expect: --property assert => violated assert
// expect: --property assert --reduction none => violated assert
// expect: --property assert --reduction tau => violated assert
// expect: --property assert --reduction global => violated assert
// expect: --property assert --reduction superstep => violated assert
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

static pthread_t first;

static void *look(void *unused) {
  assert(pthread_tryjoin_np(first, NULL) != EBUSY); //~ assert
  return unused;
}

int main(void) {
  pthread_t thread;
  first = pthread_self();
  pthread_create(&thread, NULL, look, NULL);
  pthread_exit(NULL);
}
