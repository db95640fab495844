// A thread that waits for nobody in a loop of too many instructions to be called a wait; it is looked at once, not
// from every place of the loop. With WAY, such a loop comes before one that is short enough.
// expect: => holds
// expect: -DWAY => violated deadlock
// expect: -DWAY --reduction none => violated deadlock
// expect: -DWAY --reduction tau => violated deadlock
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

static void *wait_for_flag(void *unused) {
#ifdef WAY
  for (unsigned i = 0; i < 2000; i++) {
    if (flag) {
      return unused;
    }
  }
  while (!flag) { //~ deadlock
  }
#else
  for (unsigned lap = 0; !flag; lap = (lap + 1) % 1300) {
  }
#endif
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, wait_for_flag, 0);
  pthread_join(thread, 0);
}
