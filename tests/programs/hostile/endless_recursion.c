// The stack ends, and a report of a hundred thousand frames stays readable.
// slow: => violated memory
// slow: --timeout 300 -O0 => violated memory
static int down(int depth) {
  return down(depth + 1) + 1; //~ memory
}

int main(void) {
  return down(0);
}
