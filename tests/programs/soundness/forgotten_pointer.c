// Broken rule: "an object that nothing else points to any more is mine".
//
// main takes the global pointer away and then writes through its own copy, while the other thread may
// already have made a copy too and be about to write under the lock.
//
// expect: => violated race
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

typedef struct {
  int a;
} object;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static object only;
static object *_Atomic shared = &only;

static void *write_locked(void *unused) {
  pthread_mutex_lock(&lock);
  object *p = shared;
  if (p) p->a = 1; //~ race
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, write_locked, NULL);
  object *q = shared;
  shared = NULL;
  q->a = 2; //~ race
  pthread_join(thread, NULL);
  return 0;
}
