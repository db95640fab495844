// expect: => error
// Inline assembly that has no model is an error when it is reached, at its line.
static volatile int reached = 1;

int main(void) {
  int cycles = 0;
  if (reached) __asm__ volatile("rdpmc" : "=a"(cycles) : : "ecx", "edx");
  return cycles;
}
