// A new thread announces that it is through with its block and frees it; its starter resizes the block, or asks for
// its size, in between. That fails where the block is gone, and is noticed like any other use of it.
// expect: --property race => violated race
// expect: --property race --reduction none => violated race
// expect: --property assert -- -DSIZE => violated assert
// expect: --property assert --reduction none -- -DSIZE => violated assert
// expect: => violated
#include <assert.h>
#include <malloc.h>
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
#ifdef SIZE
  if (through) assert(malloc_usable_size(kept) != sizeof *kept); //~ assert
#else
  if (through) kept = realloc(kept, 2 * sizeof *kept); //~ race memory
#endif
  pthread_join(thread, 0);
  return 0;
}
