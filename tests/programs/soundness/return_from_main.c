// Broken rule: "the end of the program is invisible".
//
// If creating the thread and returning from main are one step, the thread never runs.
//
// expect: => violated assert
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static void *fail(void *unused) {
  assert(0); //~ assert
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, fail, NULL);
  return 0;
}
