// A wait that can time out: both outcomes happen.
// spin: holds
// spin -DNEVER_LATE: violated
// spin -DNEVER_IN_TIME: violated
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
int ready;
struct timespec *soon;

static void *sender(void *unused) {
  pthread_mutex_lock(&mutex);
  ready = 1;
  pthread_mutex_unlock(&mutex);
  pthread_cond_broadcast(&condition);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, sender, 0);
  pthread_mutex_lock(&mutex);
  int late = 0;
  while (!ready && !late) late = pthread_cond_timedwait(&condition, &mutex, soon) == ETIMEDOUT;
#ifdef NEVER_LATE
  assert(!late);
#endif
#ifdef NEVER_IN_TIME
  assert(late);
#endif
  assert(ready || late);
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, 0);
  assert(ready);
  pthread_mutex_destroy(&mutex);
  return 0;
}
