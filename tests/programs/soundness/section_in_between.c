// An atomic section that waits for a mutex is more than one step: another thread may stand between two of its
// accesses when the section begins.
// expect: => violated assert
// expect: --property assert => violated assert
// expect: --property assert --reduction superstep => violated assert
// expect: --property assert --reduction none => violated assert
// expect: -- -DBOTH => holds
#include <allways.h>
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int total;

static void *add(void *unused) {
  beginatomic();
  pthread_mutex_lock(&mutex);
  int old = total;
  total = old + 1;
  pthread_mutex_unlock(&mutex);
  endatomic();
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, add, NULL);
#ifdef BOTH
  add(NULL);
#else
  int old = total;
  total = old + 1;
#endif
  pthread_join(thread, NULL);
  assert(total == 2);
  return 0;
}
