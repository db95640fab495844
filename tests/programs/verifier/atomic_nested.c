// expect: => holds
// Atomic functions nest with sections made by hand, and end where they return.
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void reach_error(void);
static int x, y;

static int __VERIFIER_atomic_step(int by) {
  if (by == 0) return 0;
  x += by;
  y += by;
  return 1;
}

static void *worker(void *unused) {
  __VERIFIER_atomic_begin();
  __VERIFIER_atomic_step(1);
  x++;
  y++;
  __VERIFIER_atomic_end();
  return unused;
}

static void __VERIFIER_atomic_check(void) {
  if (x != y) reach_error();
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  __VERIFIER_atomic_step(0);
  __VERIFIER_atomic_check();
  __VERIFIER_atomic_step(5);
  __VERIFIER_atomic_check();
  pthread_join(thread, NULL);
  return 0;
}
