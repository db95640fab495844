// Far more choices than can be explored.
// expect: --max-states 2000 => unknown
// expect: --timeout 2 --memory 512M --search bfs => unknown
#include <allways.h>

static unsigned long sum;

int main(void) {
  for (int i = 0; i < 1000; i++) sum = sum * 3 + (unsigned long)arbitrary(1000);
  return 0;
}
