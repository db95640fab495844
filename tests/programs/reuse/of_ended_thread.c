// Threads free what they made and end; their addresses are used again when they are joined, by others and by
// threads that get their numbers. What the present owner wrote is there, and nothing is lost or freed twice.
//
// expect: --address-reuse --property assert,deadlock,memory,race,ub,leak => holds
// expect: --address-reuse --reduction none => holds
// expect: --address-reuse --reduction tau => holds
// expect: --address-reuse --reduction global => holds
// expect: --address-reuse --reduction superstep => holds
// expect: --strict => holds
// expect: --address-reuse -- -DMET => violated assert
// expect: --address-reuse --reduction none -- -DMET => violated assert
// expect: --address-reuse --reduction tau -- -DMET => violated assert
// expect: --address-reuse --reduction superstep -- -DMET => violated assert
// expect: -- -DMET => holds
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

static uintptr_t stale[2];

static void *work(void *number) {
  int *own = malloc(sizeof *own);
  if (!own) return NULL;
  *own = *(int *)number;
  stale[*(int *)number] = (uintptr_t)own;
  assert(*own == *(int *)number);
  free(own);
  return NULL;
}

int main(void) {
  int numbers[] = {0, 1};
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, work, &numbers[i]);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  int *mine = malloc(sizeof *mine);
  if (!mine) return 0;
  *mine = 7;
  pthread_create(&threads[0], NULL, work, &numbers[1]);
  pthread_join(threads[0], NULL);
  assert(*mine == 7);
#ifdef MET
  assert((uintptr_t)mine != stale[0]); //~ assert
#endif
  free(mine);
  return 0;
}
