// Whoever is first wins, and only the last thread must not. A thread that asks who it is, by its
// handle or by the address of its own variable, cannot change places with another.
//
// expect: --symmetry threads => violated assert
// expect: --symmetry threads --search bfs => violated assert
// expect: --symmetry threads -- -DADDRESS => violated assert
// expect: --symmetry threads --property assert -- -DOWNER => violated assert
// expect: --symmetry threads -- -DARGUMENT => violated assert
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { THREADS = 3 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static _Atomic(uintptr_t) seen[THREADS];
static atomic_int order;

static uintptr_t name_of(void *argument) {
#if defined(ADDRESS)
  int own;
  (void)argument;
  return (uintptr_t)&own;
#elif defined(OWNER)
  int owner;
  (void)argument;
  memcpy(&owner, (char *)&mutex + 8, sizeof owner);
  return (uintptr_t)owner;
#elif defined(ARGUMENT)
  return (uintptr_t)argument;
#else
  (void)argument;
  return (uintptr_t)pthread_self();
#endif
}

static void *worker(void *argument) {
  pthread_mutex_lock(&mutex);
  int place = order++;
  uintptr_t name = name_of(argument);
  seen[place] = name;
  if (place == THREADS - 1) {
    // The names grow with the numbers: the last thread came first, and the first one last.
    assert(!(seen[0] > seen[1] && seen[1] > seen[2])); //~ assert
  }
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  for (intptr_t i = 0; i < THREADS; i++)
    pthread_create(&threads[i], NULL, worker, (void *)(i + 1));
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  return 0;
}
