// expect: => holds
// expect: -DPLAIN --property assert => violated assert
// The body of a function __VERIFIER_atomic_... is one atomic section.
#include <pthread.h>

extern void reach_error(void);
static int x;

#ifdef PLAIN
#define NAME increment
#else
#define NAME __VERIFIER_atomic_increment
#endif

static void NAME(void) {
  int old = x;
  x = old + 1;
}

static void *worker(void *unused) {
  NAME();
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  NAME();
  pthread_join(thread, NULL);
  if (x != 2) reach_error(); //~ assert
  return 0;
}
