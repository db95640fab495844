// A new thread announces that it is through with its block and frees it; its starter uses the block in between.
// expect: --property race => violated race
// expect: --property race --reduction none => violated race
// expect: => violated
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int through;

static void *uses(void *argument) {
  int *mine = argument;
  *mine = 1;
  through = 1;
  free(mine); //~ race
  return 0;
}

int main(void) {
  int *kept = malloc(sizeof *kept);
  *kept = 0;
  pthread_t thread;
  pthread_create(&thread, 0, uses, kept);
  if (through) *kept = 2; //~ race memory
  pthread_join(thread, 0);
  return 0;
}
