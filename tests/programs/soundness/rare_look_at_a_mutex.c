// Whether a mutex is looked at before or after it is known to be one makes no difference.
// expect: --property assert -- -DLATE=3 -DEARLY=200 => violated assert
// expect: --property assert -- -DLATE=200 -DEARLY=3 => violated assert
#include <allways.h>
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef LATE
#define LATE 3
#define EARLY 200
#endif

static pthread_mutex_t mutex;
static _Atomic int seen, way, never;

static void *locks(void *unused) {
  if (way == 2) {
    pthread_mutex_lock(&mutex);
    seen = 1;
    pthread_mutex_unlock(&mutex);
  } else if (way == 1) {
    pthread_mutex_lock(&mutex);
    while (!never) sched_yield();
  }
  return unused;
}

static void *tells(void *unused) {
  if (way == 1) seen = 1;
  return unused;
}

static void *looks(void *unused) {
  if (way && seen == 1 && ((volatile int *)&mutex)[2] != 0) assert(way == 1); //~ assert
  return unused;
}

int main(void) {
  pthread_t a, b, c;
  int chosen = arbitrary(400);
  way = chosen == LATE ? 1 : chosen == EARLY ? 2 : 0;
  chosen = 0;
  pthread_create(&a, 0, locks, 0);
  pthread_create(&b, 0, looks, 0);
  pthread_create(&c, 0, tells, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
  pthread_join(a, 0);
  return 0;
}
