// C expressions over global variables, also through pointers, members, indices and enumerators.
// expect: --ltl "G {count <= 2}" => holds
// expect: --ltl "G {count <= 1}" => violated ltl
// expect: --ltl "F {queue.head == queue.tail && count == 2}" => holds
// expect: --ltl "G {state == IDLE || queue.head > 0}" => violated ltl
// expect: --ltl "F G {latest && latest->value == 7}" => holds
// expect: --ltl "G {queue.slots[0] == 0 || queue.slots[0] == 5}" => holds
// expect: --ltl "{count == 0} U {state == BUSY}" => holds
// expect: --ltl "G {cuont <= 2}" => error
// expect: --ltl "G {count = 2}" => error
// expect: --ltl "G {local}" => error
#include <stddef.h>
enum state { IDLE, BUSY };
struct item { char name[4]; short value; };
static struct { int head, tail; unsigned char slots[4]; } queue;
static int count;
static enum state state;
static struct item first = {"one", 7};
static struct item *latest;

int main(void) {
  int local = 1;
  state = BUSY;
  queue.slots[queue.tail++] = 5;
  count += local;
  queue.head++;
  count++;
  latest = &first;
  state = IDLE;
  return 0;
}
