// Each of two variables is 1 for a moment, so both can be: that neither write changes the value of the
// function by itself does not mean that nobody can notice it.
// expect: --ltl "G !{x && y}" => violated ltl
// expect: --invariant not_both => violated invariant
// expect: --ltl "G !{x && y}" --reduction superstep => violated ltl
// expect: --invariant not_both --reduction superstep => violated invariant
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
static atomic_int x, y;
int not_both(void) { return !(x && y); }
static void *one(void *unused) {
  x = 1;
  x = 0;
  return unused;
}
static void *two(void *unused) {
  y = 1;
  y = 0;
  return unused;
}
int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, one, NULL);
  pthread_create(&second, NULL, two, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
