// Threads that may change places, with and without a mutex that one of them holds.
//
// expect: --symmetry threads --property assert => violated assert
// expect: --symmetry threads --property assert --search bfs => violated assert
// expect: --symmetry threads --property assert --store flat => violated assert
// expect: --symmetry threads => violated
// expect: --symmetry threads -- -DLOCKED => holds
// expect: --symmetry threads --search bfs -- -DLOCKED => holds
// expect: --symmetry threads --reduction tau -- -DLOCKED => holds
// expect: --symmetry threads --context-bound 1 -- -DLOCKED => holds
// expect: --symmetry threads --ltl 'F {counter == 3}' --property ltl -- -DLOCKED => holds
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

enum { THREADS = 3 };

int counter;
#ifdef LOCKED
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
#endif

static void *worker(void *unused) {
#ifdef LOCKED
  pthread_mutex_lock(&mutex);
#endif
  int read = counter;
  counter = read + 1;
#ifdef LOCKED
  pthread_mutex_unlock(&mutex);
#endif
  return unused;
}

int main(void) {
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, worker, NULL);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  assert(counter == THREADS); //~ assert
  return 0;
}
