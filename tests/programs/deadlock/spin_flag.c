// A thread that ended still has the flag that main spins for.
// expect: => violated deadlock
// expect: -DCLEARED => holds
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_flag flag = ATOMIC_FLAG_INIT;

static void *work(void *unused) {
  while (atomic_flag_test_and_set(&flag)) //~ deadlock
    ;
#ifdef CLEARED
  atomic_flag_clear(&flag);
#endif
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  while (atomic_flag_test_and_set(&flag)) //~ deadlock
    ;
  atomic_flag_clear(&flag);
  pthread_join(thread, NULL);
  return 0;
}
