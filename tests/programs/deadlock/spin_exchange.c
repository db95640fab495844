// A spin lock that a thread takes and never gives back: the other one spins for ever.
// expect: => violated deadlock
// expect: -DRELEASED => holds
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int lock;
static int count;

static void *work(void *unused) {
  while (atomic_exchange(&lock, 1)) //~ deadlock
    ;
  count++;
#ifdef RELEASED
  atomic_store(&lock, 0);
#endif
  return unused;
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, NULL, work, NULL);
  pthread_create(&other, NULL, work, NULL);
  pthread_join(one, NULL);
  pthread_join(other, NULL);
  return count - 2;
}
