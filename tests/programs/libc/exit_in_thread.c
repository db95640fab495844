// expect: => violated assert
// expect: -DQUICK => holds
// exit runs the handlers in the thread that calls it; quick_exit runs only its own.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void at_exit(void) { assert(0 && "reached"); } //~ assert
static void at_quick(void) {}

static void *leave(void *unused) {
#ifdef QUICK
  quick_exit(3);
#else
  exit(3);
#endif
  return unused;
}

int main(void) {
  pthread_t thread;
  atexit(at_exit);
  at_quick_exit(at_quick);
  pthread_create(&thread, NULL, leave, NULL);
  for (;;) {}
}
