// A program with an input that the checker chooses, and a function that it does not know.
//
// expect: => unknown
// expect: --nondet 0..9 => holds
// expect: -- -DSEND => error
#include <assert.h>

int __VERIFIER_nondet_int(void);
void send_to_printer(int digit);

static int digit_of(char letter) { return letter - '0'; }

int main(void) {
  int input = __VERIFIER_nondet_int();
  if (input < 0 || input > 9) return 0;
  int digit = digit_of((char)('0' + input));
  assert(digit == input);
#ifdef SEND
  send_to_printer(digit);
#endif
  return 0;
}
