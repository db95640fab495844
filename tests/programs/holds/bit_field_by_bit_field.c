// Setting a bit-field of an uninitialised word makes that field defined, and only that.
// expect: => holds
#include <assert.h>

typedef struct {
  unsigned mode : 3, level : 5, rest : 24;
} options;

static int weight(const options *o) { return (int)o->mode * 100 + (int)o->level; }

int main(void) {
  options o;
  o.mode = 2;
  o.level = 17;
  assert(weight(&o) == 217);
  return 0;
}
