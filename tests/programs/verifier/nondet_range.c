// expect: --nondet -3..5 => violated assert
// expect: --nondet 0..4 => holds
// expect: => unknown
// With a range all its values are explored; without one only a few.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 5) reach_error(); //~ assert
  return 0;
}
