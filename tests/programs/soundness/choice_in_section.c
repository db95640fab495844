// In an atomic section a choice decides whether a variable is touched that another thread writes.
// expect: => violated race
// expect: -O2 => violated race
// expect: --reduction none => violated race
#include <pthread.h>
#include <stdbool.h>

bool __VERIFIER_nondet_bool(void);

int shared, copy;

void __VERIFIER_atomic_look(void) {
  if (__VERIFIER_nondet_bool()) copy = shared; //~ race
}

static void *looks(void *unused) {
  __VERIFIER_atomic_look();
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, looks, 0);
  shared = 1; //~ race
  pthread_join(thread, 0);
  return 0;
}
