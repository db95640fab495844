// The address of a local variable outlives its function.
// expect: => violated memory
static int *kept;

static void keep(int *number) { kept = number; }

static void compute(void) {
  int result = 42;
  keep(&result);
}

int main(void) {
  compute();
  return *kept - 42; //~ memory
}
