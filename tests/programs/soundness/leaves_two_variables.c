// Leaving a function ends two variables, of which another thread knows one: it is left in one step, or not
// yet at all.
// expect: --property assert => violated assert
// expect: --property assert --reduction none => violated assert
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic(int *) shown;
static _Atomic int left;

static void touch(int *place) { *place += 1; }

__attribute__((noinline)) static void shows(void) {
  int known = 1, own = 1;
  shown = &known;
  touch(&own);
}

static void *leaves(void *unused) {
  shows();
  left = 1;
  return unused;
}

static void *looks(void *unused) {
  int *seen = shown;
  assert(!seen || !left); //~ assert
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, leaves, 0);
  pthread_create(&b, 0, looks, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
