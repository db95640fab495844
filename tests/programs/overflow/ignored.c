// A known overflow wraps around, a known use of an uninitialised value goes both ways, and an access that cannot go on
// ends its execution.
// expect: --property overflow => violated overflow
// expect: --property overflow,assert -DMARKED => holds
// expect: --property overflow,assert -DMARKED -DWRONG => violated assert
// expect: -DUNDEFINED => violated memory
// expect: -DUNDEFINED -DMARKED => holds
// expect: -DUNDEFINED -DMARKED -DWRONG => violated assert
// expect: -DUNDEFINED -DMARKED -DWRONG --reduction none => violated assert
// expect: -DOUTSIDE => violated memory
// expect: -DOUTSIDE -DMARKED => unknown
// expect: -DOUTSIDE -DMARKED -DBEFORE => violated assert
#include <assert.h>
#include <limits.h>
#include <stdlib.h>

static int most = INT_MAX;

#if defined(UNDEFINED)
int main(void) {
  int *p = malloc(sizeof *p), way = 1;
  if (!p) return 0;
#ifdef MARKED
  if (*p) way = 2;  // allways: ignore memory
#else
  if (*p) way = 2;  //~ memory
#endif
#ifdef WRONG
  assert(way != 2);  //~ assert
#endif
  return way - 1;
}
#elif defined(OUTSIDE)
int main(void) {
  int list[2] = {0, 0};
#ifdef BEFORE
  assert(most != INT_MAX);  //~ assert
#endif
#ifdef MARKED
  return list[most - INT_MAX + 2];  /* allways: ignore */
#else
  return list[most - INT_MAX + 2];  //~ memory
#endif
}
#else
int main(void) {
#ifdef MARKED
  int next = most + 1;  // allways: ignore overflow
#else
  int next = most + 1;  //~ overflow
#endif
#ifdef WRONG
  assert(next > 0);  //~ assert
#else
  assert(next == INT_MIN);
#endif
  return 0;
}
#endif
