// Which number `gettid` gives depends on who still mentions the handle of a thread that has ended: with it the new
// thread gets another number. A reduction that lets that handle be forgotten in the middle of a step misses one.
// expect: --property assert --reduction none => violated assert
// expect: --property assert --reduction global => violated assert
// expect: --property assert --reduction full => violated assert
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int ready, number;

static void *end(void *unused) {
  return unused;
}

static void *ask(void *unused) {
  number = (int)syscall(SYS_gettid);
  return unused;
}

static void *remember(void *handle) {
  ready = 1;
  volatile int none = handle == NULL;
  (void)none;
  return NULL;
}

static void start(pthread_t *other) {
  pthread_t first;
  pthread_create(&first, NULL, end, NULL);
  pthread_create(other, NULL, remember, (void *)first);
  pthread_join(first, NULL);
}

int main(void) {
  pthread_t other, last;
  start(&other);
  while (!ready)
    ;
  pthread_create(&last, NULL, ask, NULL);
  pthread_join(last, NULL);
  pthread_join(other, NULL);
  assert(number == 2); //~ assert
  return 0;
}
