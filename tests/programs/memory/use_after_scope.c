// The address of a variable outlives its block.
// expect: => violated memory
static int *kept;

static void keep(int *number) { kept = number; }

int main(void) {
  {
    int inner = 42;
    keep(&inner);
  }
  return *kept - 42; //~ memory
}
