// expect: => holds
// A proposition over globals that no formula asks about changes nothing.
#include <allways.h>

enum AP { High };
static int level;

static int is_high(int now) { return now > 3; }

int main(void) {
  ap_global(High, is_high, level);
  for (level = 0; level < 5;) level++;
  return 0;
}
