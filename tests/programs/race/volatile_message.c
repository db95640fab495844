// A message handed over by a volatile flag: a race, unless volatile accesses count as atomic.
// expect: => violated race
// expect: --volatile atomic => holds
// expect: --volatile atomic --reduction none => holds
// expect: --volatile atomic -DNOT_EVEN => violated assert
// expect: --volatile atomic -DWIDE => violated race
// expect: --volatile plain -DWIDE => violated race
#include <assert.h>
#include <pthread.h>

static volatile int ready;
static int message;
#ifdef WIDE
static volatile __int128 wide;
#endif

static void *sender(void *unused) {
#ifdef WIDE
  wide = 1;  //~ race
#endif
#ifndef NOT_EVEN
  message = 7;  //~ race
#endif
  ready = 1;  //~ race
#ifdef NOT_EVEN
  __atomic_store_n(&message, 7, __ATOMIC_SEQ_CST);
#endif
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, sender, 0);
#ifdef WIDE
  wide = 2;  //~ race
#endif
  if (ready) assert(__atomic_load_n(&message, __ATOMIC_SEQ_CST) == 7);  //~ race assert
  pthread_join(thread, 0);
  return 0;
}
