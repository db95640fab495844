// Peterson's algorithm with its first two statements swapped: a thread gives precedence away before it
// says that it wants in. The other one may enter in between, and then both are inside.
//
// expect: => violated assert
// expect: --search bfs => violated assert
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

static atomic_int wants[2], precedence, inside;

static void *worker(void *argument) {
  int me = (int)(intptr_t)argument, other = 1 - me;
  precedence = other;
  wants[me] = 1;
  while (wants[other] && precedence == other) {
  }
  assert(++inside == 1); //~ assert
  --inside;
  wants[me] = 0;
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, worker, (void *)(intptr_t)i);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
