// A struct of which half is set goes through a function, an array, the heap and a union.
// expect: => holds
// expect: -O0 => holds
// expect: -O2 => holds
// expect: -DUNSET => violated memory
// expect: -DUNSET -O0 => violated memory
#include <stdlib.h>
#include <string.h>

struct pair {
  int set, unset;
  int room[8];
};

union either {
  struct pair pair;
  char bytes[sizeof(struct pair)];
};

static struct pair through(struct pair given) {
  struct pair several[3];
  several[1] = given;
  return several[1];
}

int main(void) {
  struct pair *first = malloc(sizeof *first);
  first->set = 7;
  first->room[3] = 9;
  union either either;
  either.pair = through(*first);
  struct pair last;
  memmove(&last, either.bytes, sizeof last);
  free(first);
#ifdef UNSET
  if (last.unset == 7) return 1; //~ memory
#endif
  return last.set + last.room[3] == 16 ? 0 : 2;
}
