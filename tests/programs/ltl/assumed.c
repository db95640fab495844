// An execution that an assumption ends is extended like any other: its last state is repeated.
// expect: --fair weak --ltl "F {x == 2}" => violated ltl
// expect: --fair weak --ltl "G {x != 2}" => violated ltl
// expect: --property termination => holds
extern int __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);
static int x;
int main(void) {
  x = 1;
  __VERIFIER_assume(__VERIFIER_nondet_bool());
  x = 2;
  return 0;
}
