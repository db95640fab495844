// Large thread-local variables, blocks and local arrays of one size are different objects in every thread.
// expect: => holds
// expect: --reduction none => holds
// expect: -m32 -DSIZE=5000 => holds
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#ifndef SIZE
#define SIZE (1 << 20)
#endif

static _Thread_local char a[SIZE], b[SIZE];

static void *use(void *unused) {
  char *block = malloc(SIZE), local[SIZE];
  block[5] = 3;
  local[5] = 4;
  a[5] = 1;
  b[5] = 2;
  assert(a[5] == 1 && b[5] == 2 && block[5] == 3 && local[5] == 4);
  free(block);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, use, NULL);
  use(NULL);
  pthread_join(thread, NULL);
  return 0;
}
