// A counter of hits that may be wrong, and a sum that may not.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int hits, sum;

static void *worker(void *unused) {
  (void)unused;
  hits++;
  pthread_mutex_lock(&m);
  sum += 10;
  pthread_mutex_unlock(&m);
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, worker, 0);
  pthread_create(&second, 0, worker, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(sum == 20);
  return 0;
}
