// Waiting in a loop ends if everybody moves some time. A deadlock is no end.
// expect: --property termination => holds
// expect: --property termination --fair none => violated termination
// expect: --property termination -- -DNEVER => violated termination
// expect: --property termination -- -DSTUCK => violated termination
// expect: --property deadlock,termination -- -DSTUCK => violated deadlock
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
static atomic_int ready;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *announce(void *unused) {
#ifdef STUCK
  pthread_mutex_lock(&lock);
  pthread_mutex_lock(&lock);
#endif
#ifndef NEVER
  ready = 1;
#endif
  (void)lock;
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, announce, NULL);
#ifndef STUCK
  while (!ready) {
  }
#endif
  pthread_join(thread, NULL);
  return 0;
}
