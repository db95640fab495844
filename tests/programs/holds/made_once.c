// Double-checked creation, done right: the pointer is atomic and set last.
// expect: => holds
// expect: --property leak => holds
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *_Atomic instance;

static int *get(void) {
  int *seen = instance;
  if (!seen) {
    pthread_mutex_lock(&lock);
    seen = instance;
    if (!seen) {
      seen = malloc(sizeof *seen);
      *seen = 1;
      instance = seen;
    }
    pthread_mutex_unlock(&lock);
  }
  return seen;
}

static void *use(void *unused) {
  assert(*get() == 1);
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, use, NULL);
  pthread_create(&two, NULL, use, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  free(instance);
  return 0;
}
