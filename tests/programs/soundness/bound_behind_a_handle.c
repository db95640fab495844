// Which number a thread gets depends on who still mentions a handle. A bound that lies behind a handle, the smaller of
// a handle and a bound, a handle made of two halves and one that is read from text show which number it is.
// expect: --property assert --reduction none => violated assert
// expect: --property assert --reduction full => violated assert
// expect: --property assert --reduction none -- -DSMALLER => violated assert
// expect: --property assert --reduction full -- -DSMALLER => violated assert
// expect: --property assert --reduction none -- -DHALVES => violated assert
// expect: --property assert --reduction full -- -DHALVES => violated assert
// expect: --property assert --reduction none -- -DTEXT => violated assert
// expect: --property assert --reduction full -- -DTEXT => violated assert
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

// Handles are 4,096 apart; the third and the fourth are tried.
#define BETWEEN 0x15a5a02800

static _Atomic pthread_t shown;

static void *nothing(void *unused) { return unused; }

static void *forget(void *unused) {
  volatile pthread_t stale = shown;
  stale = 0;
  return unused;
}

int main(void) {
  pthread_t other, new;
  pthread_create(&other, NULL, forget, NULL);
  pthread_create(&new, NULL, nothing, NULL);
  shown = new;
  shown = 0;
  pthread_join(new, NULL);
  new = 0;
  pthread_create(&new, NULL, nothing, NULL);
#if defined SMALLER
  static uintptr_t least;
  least = (uintptr_t)new;
  __atomic_fetch_min(&least, BETWEEN, __ATOMIC_SEQ_CST);
  assert(least == (uintptr_t)new);
#elif defined HALVES
  static union {
    unsigned halves[2];
    pthread_t whole;
  } made;
  made.halves[0] = 0xa5a03000;
  made.halves[1] = 0x15;
  assert(made.whole != new);
#elif defined TEXT
  assert(strtoul("0x15a5a03000", NULL, 16) != new);
#else
  assert((uintptr_t)new < BETWEEN);
#endif
  pthread_join(new, NULL);
  new = 0;
  pthread_join(other, NULL);
  return 0;
}
