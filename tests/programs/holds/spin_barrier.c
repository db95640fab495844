// A barrier of atomics: plain data from before it may be read after it.
// expect: => holds
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

static atomic_int arrived;
static int halves[2];

static void *work(void *argument) {
  int me = (int)(intptr_t)argument;
  halves[me] = me + 1;
  arrived++;
  while (arrived < 2) {
  }
  assert(halves[0] + halves[1] == 3);
  return NULL;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, work, (void *)(intptr_t)0);
  pthread_create(&two, NULL, work, (void *)(intptr_t)1);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
