// An atomic function begins when it is called: others may move before, and what they do there counts.
// expect: => violated assert
// expect: --reduction none => violated assert
// expect: --reduction tau => violated assert
// expect: --reduction superstep -O0 => violated assert
// expect: -O0 => violated assert
// expect: -- -DINSIDE => holds
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int announced, answered;

__attribute__((noinline)) static void __VERIFIER_atomic_look(void) {
#ifdef INSIDE
  announced = 1;
#endif
  assert(answered == 0);
}

static void *ask(void *unused) {
#ifndef INSIDE
  announced = 1;
#endif
  __VERIFIER_atomic_look();
  return unused;
}

static void *answer(void *unused) {
  if (announced) answered = 1;
  return unused;
}

int main(void) {
  pthread_t asker, answerer;
  pthread_create(&asker, NULL, ask, NULL);
  pthread_create(&answerer, NULL, answer, NULL);
  pthread_join(asker, NULL);
  pthread_join(answerer, NULL);
  return 0;
}
