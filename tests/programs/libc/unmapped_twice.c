// Pages are given back twice, or from their middle.
// expect: => holds
// expect: -DTWICE => violated memory
// expect: -DFROM_THE_MIDDLE => violated memory
#define _GNU_SOURCE
#include <sys/mman.h>

int main(void) {
  char *pages = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED) return 0;
#ifdef FROM_THE_MIDDLE
  munmap(pages + 16, 4096);
#endif
  munmap(pages, 4096);
#ifdef TWICE
  munmap(pages, 4096);
#endif
  return 0;
}
