// A thread that may wake up without a signal need not: if nobody signals, it may wait forever.
// expect: => violated deadlock
// expect: --spurious-wakeups => violated deadlock
// expect: --spurious-wakeups --reduction none => violated deadlock
// expect: --strict => violated deadlock
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static atomic_int ready;

static void *wait(void *unused) {
  pthread_mutex_lock(&mutex);
  while (ready < 2) pthread_cond_wait(&changed, &mutex); //~ deadlock
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, wait, NULL);
  ready = 1;
  pthread_cond_signal(&changed);
  pthread_join(thread, NULL);
  return 0;
}
