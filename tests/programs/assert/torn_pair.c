// Two values that belong together are read one after the other, in the wrong order.
// expect: => violated assert
// expect: -- -DRIGHT_ORDER => holds
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int payload, version;

static void *publish(void *unused) {
  payload = 1;
  version = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, publish, NULL);
#ifdef RIGHT_ORDER
  int v = version, p = payload;
#else
  int p = payload, v = version;
#endif
  assert(v == 0 || p == 1); //~ assert
  pthread_join(thread, NULL);
  return 0;
}
