// expect: => violated assert
// Numbers whose bytes look like those of a thread's handle at odd places are shown as numbers.
#include <assert.h>
#include <pthread.h>

static long g[4] = {13, 14, 15, 16};

static void *worker(void *unused) {
  (void)unused;
  g[1] = g[0] + g[3];
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, 0);
  assert(g[1] == g[2]);  //~ assert
  return 0;
}
