// The first thread does something between two joins: which of the others has ended matters then.
//
// expect: --symmetry threads => violated assert
// expect: --symmetry threads --search bfs => violated assert
// expect: --symmetry threads -- -DRESULT => violated assert
// expect: --symmetry threads -- -DAFTER => holds
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

static atomic_int order;

static void *worker(void *unused) {
  (void)unused;
  return (void *)(intptr_t)order++;
}

int main(void) {
  pthread_t one, two;
  void *first = NULL, *second = NULL;
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&two, NULL, worker, NULL);
#ifdef RESULT
  pthread_join(one, &first);
  pthread_join(two, &second);
  assert((intptr_t)first < (intptr_t)second); //~ assert
#else
  pthread_join(one, NULL);
#ifndef AFTER
  assert(order == 1); //~ assert
#endif
  pthread_join(two, NULL);
  assert(order == 2);
  (void)first, (void)second;
#endif
  return 0;
}
