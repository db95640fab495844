// Nobody sees this counter, and a step over instructions that touch no memory must end all the same.
// expect: --max-states 10 => unknown
// expect: --timeout 1 --memory 512M -O2 -DVISIBLE => unknown
#include <stdint.h>

#ifdef VISIBLE
static volatile uint64_t count;
#endif

int main(void) {
#ifndef VISIBLE
  uint64_t count = 0;
#endif
  for (;;) count++;
}
