// One choice among four thousand million.
// expect: --memory 512M => unknown
// expect: --timeout 3 --memory 512M --search bfs => unknown
#include <allways.h>

static volatile unsigned chosen;

int main(void) {
  chosen = (unsigned)arbitrary(0x7fffffff);
  return 0;
}
