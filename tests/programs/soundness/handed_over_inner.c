// A new thread gets a block of its own, in which it finds another block that its starter goes on writing to.
// expect: --property assert => violated assert
// expect: --property assert --reduction none => violated assert
// expect: => violated race
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct outer {
  volatile int *inner;
};

static void *uses(void *argument) {
  struct outer *mine = argument;
  volatile int *inner = mine->inner;
  free(mine);
  assert(*inner != 1); //~ assert race
  return 0;
}

int main(void) {
  struct outer *outer = malloc(sizeof *outer);
  volatile int *inner = malloc(sizeof *inner);
  *inner = 0;
  outer->inner = inner;
  pthread_t thread;
  pthread_create(&thread, 0, uses, outer);
  *inner = 1; //~ race
  *inner = 2; //~ race
  pthread_join(thread, 0);
  free((void *)inner);
  return 0;
}
