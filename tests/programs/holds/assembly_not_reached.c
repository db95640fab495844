// expect: => holds
// Inline assembly that has no model that is not reached is no error.
static volatile int reached = 0;

int main(void) {
  int cycles = 0;
  if (reached) __asm__ volatile("rdtsc" : "=a"(cycles) : : "edx");
  return cycles;
}
