// A function that forgets its result: no fault until somebody decides on it.
// expect: => holds
// expect: -O0 => holds
// expect: -DUSED => violated
// expect: -DUSED -O0 => violated
static volatile int sink;

static int positive(int x) {
  if (x > 0) return 1;
} //~ memory ub

int main(void) {
  int one = positive(5);
  int none = positive(-5);
  sink = none;
#ifdef USED
  if (sink) return 1; //~ memory ub
#endif
  return one - 1;
}
