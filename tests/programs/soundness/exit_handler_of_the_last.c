// Who ends last runs the exit handlers: that may be the thread that calls `pthread_exit` in `main`, however early it
// could have ended.
// expect: --property assert => violated assert
// expect: --property assert --reduction none => violated assert
// expect: --property assert --reduction tau => violated assert
// expect: --property assert --reduction global => violated assert
// expect: --property assert --reduction superstep => violated assert
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

static pthread_t first;

static void last(void) {
  assert(!pthread_equal(pthread_self(), first)); //~ assert
}

static void *end(void *unused) { return unused; }

int main(void) {
  pthread_t thread;
  first = pthread_self();
  atexit(last);
  pthread_create(&thread, NULL, end, NULL);
  pthread_exit(NULL);
}
