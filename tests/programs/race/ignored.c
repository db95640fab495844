// A race that is known and ignored: executions go on behind it, and the report says so.
// expect: => violated race
// expect: --ignore ignored.c:33 --ignore ignored.c:43 => holds
// expect: --ignore ignored.c:33 => holds
// expect: --ignore race/ignored.c:43:race => holds
// expect: --ignore ignored.c:43:race --reduction none => holds
// expect: --ignore ignored.c:43:overflow => violated race
// expect: --ignore other.c:43 => violated race
// expect: -DMARKED => holds
// expect: -DMARKED --reduction none => holds
// expect: -DMARKED -DLOST => violated assert
// expect: -DMARKED -DLOST --reduction none => violated assert
// expect: -DMARKED -DANOTHER => violated race
// expect: -DMARKED -DANOTHER --reduction none => violated race
#include <assert.h>
#include <pthread.h>

static int hits, another;

static void count(void) {
#ifdef ANOTHER
  another++;  //~ race
#endif
#ifdef MARKED
  hits++;  // allways: ignore race
#endif
}

static void *worker(void *unused) {
  (void)unused;
  count();
#ifndef MARKED
  hits++;  //~ race
#endif
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  count();
#ifndef MARKED
  hits++;  //~ race
#endif
  pthread_join(thread, 0);
#ifdef LOST
  assert(hits == 2);  //~ assert
#else
  assert(hits == 1 || hits == 2);
#endif
  return 0;
}
