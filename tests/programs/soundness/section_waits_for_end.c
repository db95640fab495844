// The middle of an atomic section shows where it must wait for the end of a thread: that the thread has not ended
// yet can be noticed.
// expect: => violated assert
// expect: --property assert => violated assert
// expect: --property assert --context-bound 1 => unknown
// expect: --property assert --context-bound 2 => violated assert
#include <allways.h>
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int begun, stage;
static pthread_t first, second;

static void *begin(void *unused) {
  begun = 1;
  return unused;
}

static void *section(void *unused) {
  beginatomic();
  if (begun) stage = 1;
  pthread_join(first, NULL);
  stage = 2;
  endatomic();
  return unused;
}

int main(void) {
  pthread_create(&first, NULL, begin, NULL);
  pthread_create(&second, NULL, section, NULL);
  assert(stage != 1);
  pthread_join(second, NULL);
  return 0;
}
