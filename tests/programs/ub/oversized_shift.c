// A shift by the full width of the type.
// expect: => violated ub
// expect: -- -DWIDTH=31 => holds
#ifndef WIDTH
#define WIDTH 32
#endif

static unsigned bit(unsigned position) {
  return 1u << position; //~ ub
}

int main(void) { return bit(WIDTH) == 0; }
