// A lock that tests and sets in two steps lets two threads in.
// expect: => violated assert
// expect: -- -DEXCHANGE => holds
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int taken, inside;

static void acquire(void) {
#ifdef EXCHANGE
  while (atomic_exchange(&taken, 1)) {
  }
#else
  while (taken) {
  }
  taken = 1;
#endif
}

static void *work(void *unused) {
  acquire();
  assert(++inside == 1); //~ assert
  --inside;
  taken = 0;
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, work, NULL);
  pthread_create(&two, NULL, work, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
