// A child works on its parent's local variable while the parent waits.
// expect: => holds
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

typedef struct {
  int input, output;
} task;

static void *square(void *argument) {
  task *t = argument;
  t->output = t->input * t->input;
  return NULL;
}

static int run(int input) {
  pthread_t thread;
  task t = {input, 0};
  pthread_create(&thread, NULL, square, &t);
  pthread_join(thread, NULL);
  return t.output;
}

int main(void) {
  assert(run(3) + run(4) == 25);
  return 0;
}
