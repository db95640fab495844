// A static function that nothing calls is not in the program, so it cannot be an invariant; the message
// says what to do.
//
// expect: --invariant small => error
// expect: --invariant small -O2 => error
// expect: --invariant small -- -DKEPT => holds
// expect: --invariant small -O2 -- -DKEPT => holds
int value;

#ifdef KEPT
__attribute__((used))
#endif
static int small(void) { return value < 2; }

int main(void) {
  value = 1;
  return 0;
}
