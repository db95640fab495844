// expect: => holds
// A failed assumption ends nothing and is no deadlock; abort just ends the run here.
#include <stdlib.h>

extern void __VERIFIER_assume(int);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int main(void) {
  int a = __VERIFIER_nondet_bool(), b = __VERIFIER_nondet_bool();
  __VERIFIER_assume(a != b);
  if (a == b) reach_error();
  if (a) abort();
  return 0;
}
