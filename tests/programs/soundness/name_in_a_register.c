// A stale pointer that is only in a register of another thread keeps a name from being given again.
// expect: --property assert -O1 --reduction none => violated assert
// expect: --property assert -O1 --reduction tau => violated assert
// expect: --property assert -O1 --reduction global => violated assert
// expect: --property assert -O1 --reduction superstep => violated assert
// expect: --property assert -O1 => violated assert
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

static _Atomic(char *) shown;
static _Atomic uintptr_t disguised[2];

static void *look(void *unused) {
  (void)unused;
  // Between the load and the comparison nothing else mentions it.
  return atomic_load(&shown) == NULL ? NULL : &shown;
}

static void *allocate(void *unused) {
  (void)unused;
  for (int turn = 0; turn < 2; turn++) {
    char *fresh = malloc(1);
    atomic_store(&disguised[turn], (uintptr_t)fresh >> 3);
    atomic_store(&shown, fresh);
    atomic_store(&shown, NULL);
    free(fresh);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, look, NULL);
  pthread_create(&threads[1], NULL, allocate, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(disguised[0] == disguised[1]);
  return 0;
}
