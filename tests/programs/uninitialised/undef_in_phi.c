// A variable that is set on some paths only: the merge of the paths is no decision.
// expect: => holds
// expect: -O0 => holds
// expect: -O2 => holds
// expect: -DUNSET => violated memory
// expect: -DUNSET -O0 => violated memory
static volatile int request = 3, sink;

int main(void) {
  int value, known = 0;
  if (request == 3) {
    value = 5;
    known = 1;
  }
  for (int i = 0; i < 3; i++) {
    if (i == 1 && known) value++;
    sink = value;
  }
#ifdef UNSET
  int other;
  if (request == 4) other = 1;
  if (other == 1) return 1; //~ memory
#endif
  return known && value != 6;
}
