// Whoever cannot move again and again, because of atomic sections, may wait forever in a fair execution too.
// expect: --ltl "F {done}" => violated ltl
// expect: --ltl "F {done}" --fair weak => violated ltl
// expect: --ltl "F {done}" --fair weak --reduction none => violated ltl
// expect: --ltl "F {done}" --fair weak --reduction tau => violated ltl
// expect: --ltl "F {done}" --fair weak -DFUNCTION => violated ltl
// expect: --ltl "F {done}" --fair weak -DFUNCTION --reduction tau => violated ltl
// expect: --ltl "F {done}" --fair weak -DPLAIN => holds
#include <allways.h>
#include <pthread.h>
#include <stdatomic.h>

int done;
static atomic_int turns;

static void __VERIFIER_atomic_turn(void) { turns = !turns; }

static void *finish(void *unused) {
  done = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, finish, NULL);
  for (;;) {
#if defined PLAIN
    turns = !turns;
#elif defined FUNCTION
    __VERIFIER_atomic_turn();
#else
    beginatomic();
    turns = !turns;
    endatomic();
#endif
  }
}
