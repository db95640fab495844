// A tail call ends the variables of the function that makes it: others can notice.
// expect: --property assert => violated assert
// expect: --property assert --reduction none => violated assert
// expect: --property assert --reduction tau => violated assert
// expect: --property assert --reduction superstep => violated assert
// expect: --property assert --reduction global => violated assert
// expect: --property memory => violated memory
// expect: --property memory --reduction global => violated memory
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic(int *) shown;
static atomic_int phase;

static void *last(void *unused) {
  phase = 2;
  return unused;
}

static void *first(void *unused) {
  int local = 7;
  shown = &local;
  phase = 1;
  __attribute__((musttail)) return last(unused);
}

static void *look(void *unused) {
  int *seen = shown;
  if (seen && phase == 1) {
    int value = *(volatile int *)seen; //~ memory
    assert(value != 7);                //~ assert
  }
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, look, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
