// An argument by value is an object too, and which name it gets depends on what others mention.
// expect: --property assert --reduction none -- -O1 => violated assert
// expect: --property assert --reduction tau -- -O1 => violated assert
// expect: --property assert --reduction global -- -O1 => violated assert
// expect: --property assert --reduction superstep -- -O1 => violated assert
// expect: --property assert --reduction full -- -O1 => violated assert
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

struct Large {
  int values[8];
};

struct Large large;
atomic_int steps, forgotten;
_Atomic uintptr_t shown;
uintptr_t disguised;

__attribute__((noinline)) uintptr_t place(struct Large by_value) { return (uintptr_t)&by_value; }

__attribute__((noinline)) uintptr_t call(void) { return place(large); }

void *forget(void *unused) {
  shown = 0;
  forgotten = 1;
  return unused;
}

int main(void) {
  uintptr_t name = call();
  disguised = ~name;
  shown = name;
  name = 0;
  steps = 3;
  pthread_t thread;
  pthread_create(&thread, NULL, forget, NULL);
  steps = 1;
  name = call();
  int late = forgotten;
  steps = 2;
  int another = ~name != disguised;
  assert(!(another && late));
  pthread_join(thread, NULL);
  return 0;
}
