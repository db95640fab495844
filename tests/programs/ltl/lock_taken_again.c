// A thread that takes a lock again and again may keep another one waiting: the other is not always
// able to move, so weak fairness does not help it.
// expect: --fair weak --ltl "F {done}" => violated ltl
// expect: --fair none --ltl "F {done}" => violated ltl
// expect: --fair weak --ltl "F {done}" -- -DONCE => holds
// expect: --fair weak --ltl "F {done}" --reduction none => violated ltl
// expect: --fair weak --ltl "F {done}" --reduction superstep => violated ltl
#include <pthread.h>
#include <stddef.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int done;
static void *busy(void *unused) {
#ifdef ONCE
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
#else
  for (;;) {
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
  }
#endif
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, busy, NULL);
  pthread_mutex_lock(&lock);
  done = 1;
  pthread_mutex_unlock(&lock);
  pthread_join(thread, NULL);
  return 0;
}
