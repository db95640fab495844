// A block that a new thread gets is its own, unless its starter goes on using it.
// expect: --property assert => violated assert
// expect: --property assert --reduction none => violated assert
// expect: => violated race
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void *uses(void *argument) {
  volatile int *mine = argument;
  *mine = 1; //~ race
  *mine = 2; //~ race
  return 0;
}

int main(void) {
  volatile int *kept = malloc(sizeof *kept);
  *kept = 0;
  pthread_t thread;
  pthread_create(&thread, 0, uses, (void *)kept);
  assert(*kept != 1); //~ assert race
  pthread_join(thread, 0);
  free((void *)kept);
  return 0;
}
