// Who reads the bytes of a mutex sees whether it is held: locking it can be noticed.
// expect: --property assert => violated assert
// expect: --property assert --reduction none => violated assert
// expect: => violated race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t mutex;
static _Atomic int looked;

static void *locks(void *unused) {
  if (looked) pthread_mutex_lock(&mutex); //~ race
  return unused;
}

static void *looks(void *unused) {
  looked = 1;
  assert(((volatile int *)&mutex)[2] == 0); //~ assert race
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, locks, 0);
  pthread_create(&b, 0, looks, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
