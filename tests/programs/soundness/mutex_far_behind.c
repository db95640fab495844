// Freeing an object frees the mutex in it, however far behind its beginning that lies: who releases it may
// come too late.
// expect: => violated
// expect: --reduction none => violated
// expect: --property race => violated race
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct large {
  char front[8192];
  pthread_mutex_t mutex;
};

static struct large *object;
static _Atomic int taken;

static void *takes(void *unused) {
  struct large *mine = object;
  pthread_mutex_lock(&mine->mutex); //~ race memory
  taken = 1;
  pthread_mutex_unlock(&mine->mutex); //~ race memory
  return unused;
}

static void *frees(void *unused) {
  if (taken) free(object); //~ race memory
  return unused;
}

int main(void) {
  pthread_t a, b;
  object = malloc(sizeof *object);
  pthread_mutex_init(&object->mutex, 0);
  pthread_create(&a, 0, takes, 0);
  pthread_create(&b, 0, frees, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
