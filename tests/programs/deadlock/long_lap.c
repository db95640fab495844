// A thread that waits for nobody in a loop of too many instructions to be called a wait; it is looked at once, not
// from every place of the loop.
// expect: => holds
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

static void *wait_for_flag(void *unused) {
  for (unsigned lap = 0; !flag; lap = (lap + 1) % 1300) {
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, wait_for_flag, 0);
  pthread_join(thread, 0);
}
