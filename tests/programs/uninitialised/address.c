// A pointer or an index that was never written.
// expect: => violated memory
// expect: -O0 => violated memory
// expect: -O2 => violated
// expect: -DINDEX => violated memory
// expect: -DINDEX -O0 => violated memory
// expect: -DCALL => violated memory
// expect: -DCALL -O0 => violated memory
#include <stdlib.h>

struct node {
  int *data;
  unsigned index;
  void (*call)(void);
};

static int table[4];
static volatile int sink;

int main(void) {
  struct node *node = malloc(sizeof *node);
#if defined INDEX
  sink = table[node->index & 3]; //~ memory
#elif defined CALL
  node->call(); //~ memory
#else
  sink = *node->data; //~ memory
#endif
  free(node);
  return table[0];
}
