// expect: => violated assert
// expect: -DWIDE => holds
// All values of a byte are explored.
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_uchar();
#ifdef WIDE
  x += 256;
#endif
  if (x == 173) reach_error(); //~ assert
  return 0;
}
