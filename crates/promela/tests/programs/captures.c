// Names that the macros of a model could capture, and structs whose members have their names.
// spin: holds
// spin -DFIRST: violated
// spin -DMEMBER: violated
#include <assert.h>

struct s {
  int s, rest, p, v;
};
struct rest {
  struct s rest;
};

int p = 1, w = 2, v[2][3];
struct s a;
struct rest c;

static int *choose(int k) { return k ? &p : &w; }

int main(void) {
  int *q = choose(0);
  *q = 5;
  assert(p == 1 && w == 5);
  q = choose(1);
  *q = 7;
  assert(p == 7 && w == 5);
#ifdef FIRST
  assert(p == 1);
#endif
  q = &v[1][2];
  *q = 3;
  assert(v[1][2] == 3 && v[0][2] == 0);
  struct s *rest = &c.rest;
  rest->rest = 9;
  rest->p = 8;
  rest = &a;
  rest->s = 1;
  rest->v = 4;
  assert(c.rest.rest == 9 && c.rest.p == 8 && a.s == 1 && a.v == 4 && a.p == 0);
#ifdef MEMBER
  assert(a.rest == 9);
#endif
  q = &c.rest.v;
  *q = 6;
  assert(c.rest.v == 6 && a.v == 4);
  return 0;
}
