// A counter that never ends: every state is new, so only a limit ends the search.
// expect: --max-states 10 => unknown
// expect: --timeout 1 --memory 512M --search bfs => unknown
#include <stdatomic.h>

static atomic_ulong count;

int main(void) {
  for (;;) count++;
}
