// A loop that takes another way each time, and none of them out.
// expect: => violated deadlock
// expect: -DOUT => holds
#include <allways.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int left, right;

static int looks(void) {
  switch (arbitrary(3)) {
  case 0:
    return left; //~ deadlock
  case 1:
    return right; //~ deadlock
  default:
#ifdef OUT
    return 1;
#else
    return 0;
#endif
  }
}

static void *work(void *unused) {
  while (!looks())
    ;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
  return 0;
}
