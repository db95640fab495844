// A failed assumption stops its thread for good. That is not a deadlock, and what comes after is not
// reached.
// expect: => holds
#include <allways.h>
#include <pthread.h>
#include <stddef.h>

void __VERIFIER_assume(int condition);

static void *choose(void *unused) {
  int number = arbitrary(4);
  __VERIFIER_assume(number != 3);
  vassert(number < 3);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, choose, NULL);
  pthread_join(thread, NULL);
  return 0;
}
