// A thread that calls `pthread_exit` ends its variables, and another may still use them, before that or behind it.
// expect: --property memory => violated memory
// expect: --property memory --reduction none => violated memory
// expect: --property assert => violated assert
// expect: --property assert --reduction none => violated assert
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static void *use(void *argument) {
  int *variable = argument;
  assert(*variable != 1); //~ assert
  return NULL;
}

int main(void) {
  pthread_t thread;
  int variable = 0;
  pthread_create(&thread, NULL, use, &variable);
  variable = 1;
  pthread_exit(NULL);
}
