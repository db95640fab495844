// A recursive function of two threads that calls another one behind its loop: the number of its thread,
// which finds the other function's process, is needed until then.
// spin: holds
// spin -DWRONG: violated
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int visited;

static int weight(int node) { return node < 3 ? 1 : 2; }

static void walk(int node) {
  for (int i = 1; i <= 2; i++)
    if (2 * node + i < 4) walk(2 * node + i);
  visited += weight(node);
}

static void *worker(void *arg) {
  (void)arg;
  walk(0);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
#ifdef WRONG
  assert(visited == 9);
#else
  assert(visited == 10);
#endif
  return 0;
}
