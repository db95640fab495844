// A shift by a negative amount.
// expect: => violated ub
static int half(int value, int times) {
  return value >> times; //~ ub
}

int main(void) { return half(8, -1) == 8; }
