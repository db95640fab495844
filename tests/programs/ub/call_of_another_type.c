// expect: => violated ub
// expect: -DFLOAT => violated ub
// expect: -DFEWER => violated ub
// expect: -DSAME => holds
// expect: -DUNPROTOTYPED => holds
// A function is called through a pointer of another type. What its results and pointers point to does
// not matter.
#include <assert.h>
#include <stdarg.h>

static long sum(long a, long b) { return a + b; }
static int twice(int a) { return 2 * a; }
static int first(int count, ...) {
  va_list list;
  va_start(list, count);
  int n = va_arg(list, int);
  va_end(list);
  return n;
}

int main(void) {
#ifdef SAME
  long (*volatile f)(long, long) = sum;
  int (*volatile g)(int, ...) = first;
  assert(f(1, 2) == 3 && g(2, 7, 8) == 7);
#elif defined UNPROTOTYPED
  int (*volatile f)() = twice;
  assert(f(4) == 8);
#elif defined FLOAT
  int (*volatile f)(double) = (int (*)(double))twice;
  f(1.0); //~ ub
#elif defined FEWER
  long (*volatile f)(long) = (long (*)(long))sum;
  f(1); //~ ub
#else
  int (*volatile f)(int, int) = (int (*)(int, int))twice;
  f(1, 2); //~ ub
#endif
  return 0;
}
