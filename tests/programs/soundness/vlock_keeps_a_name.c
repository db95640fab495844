// An address that is locked is mentioned: no new block gets its name, even if no word of memory holds it any more.
// expect: --property assert => holds
// expect: --property assert --reduction none => holds
// expect: --property assert --reduction global => holds
// expect: --property deadlock --address-reuse -- -DREUSE => violated deadlock
// expect: --property deadlock --address-reuse --reduction none -- -DREUSE => violated deadlock
// expect: --property deadlock --address-reuse --reduction global -- -DREUSE => violated deadlock
#include <allways.h>
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int phase;

#ifdef REUSE
static void *lock_for_good(void *unused) {
  char *volatile block = malloc(8);
  vlock(block);
  phase = 1;
  free(block);
  block = 0;
  phase = 2;
  return unused;
}

static void *lock(void *unused) {
  char *block = malloc(8);
  vlock(block);
  vunlock(block);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, lock_for_good, NULL);
  pthread_create(&b, NULL, lock, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
#else
static char *shown;

// No function that only hands on what it allocates: its objects would be named by its callers.
static void make(char **block) { *block = malloc(8); }

static void *forget(void *unused) {
  char *volatile stale = shown;
  phase = 1;
  stale = 0;
  phase = 2;
  return unused;
}

int main(void) {
  pthread_t thread;
  char *block;
  make(&block);
  shown = block;
  vlock(block);
  free(block);
  block = 0;
  pthread_create(&thread, NULL, forget, NULL);
  while (!phase) continue;
  shown = 0;
  make(&block);
  vlock(block);
  pthread_join(thread, NULL);
  return 0;
}
#endif
