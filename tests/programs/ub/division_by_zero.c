// The average of nothing.
// expect: => violated ub
// expect: --property assert => unknown
static int average(int sum, int count) {
  return sum / count; //~ ub
}

int main(void) { return average(0, 0); }
