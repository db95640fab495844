// Peterson's algorithm with neither atomics nor `volatile`: right as written, wrong as compiled.
//
// Step by step as the source says, the assertions hold. An optimiser, though, may assume that nobody
// else changes a plain variable while it looks, and that the waiting loops end: at -O2 clang removes
// the whole protocol, and both threads walk in.
//
// expect: --property assert => holds
// expect: --property assert -O2 => violated assert
// expect: --property race => violated race
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int wants_0, wants_1, precedence;
static volatile int inside; // the observer: its accesses stay as they are

static void *first(void *unused) {
  wants_0 = 1;                        //~ race
  precedence = 1;                     //~ race
  while (wants_1 && precedence == 1) { //~ race
  }
  int seen = ++inside;
  --inside;
  wants_0 = 0;                        //~ race
  assert(seen == 1);                  //~ assert
  return unused;
}

static void *second(void *unused) {
  wants_1 = 1;                        //~ race
  precedence = 0;                     //~ race
  while (wants_0 && precedence == 0) { //~ race
  }
  int seen = ++inside;
  --inside;
  wants_1 = 0;                        //~ race
  assert(seen == 1);                  //~ assert
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, first, NULL);
  pthread_create(&two, NULL, second, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
