// Broken rule: "free only concerns the allocator".
//
// The reader says that it has started and reads the object; the other thread frees it as soon as it knows
// of that. If saying and reading are one step, the free always comes too late to be noticed.
//
// expect: --property race => violated race
// expect: --property memory => violated memory
// expect: => violated
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

typedef struct {
  int x;
} object;

static object *shared;
static atomic_int started;

static void *reader(void *unused) {
  started = 1;
  int seen = shared->x; //~ race memory
  (void)seen;
  return unused;
}

static void *releaser(void *unused) {
  if (started) free(shared); //~ race
  return unused;
}

int main(void) {
  pthread_t one, two;
  shared = calloc(1, sizeof *shared);
  pthread_create(&one, NULL, reader, NULL);
  pthread_create(&two, NULL, releaser, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
