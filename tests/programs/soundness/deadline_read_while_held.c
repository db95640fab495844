// What an operation would touch may not be what it touches after another's next step: no race is made up of a
// deadline that is read only while the mutex is held.
// expect:  --reduction none => holds
// expect:  --reduction tau => holds
// expect:  --reduction global => holds
// expect:  --reduction superstep => holds
// expect:  --reduction full => holds
#include <pthread.h>
#include <stddef.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct timespec deadline;

static void *change(void *unused) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  deadline.tv_nsec = 2;
  return unused;
}

static void *wait(void *unused) {
  if (pthread_mutex_timedlock(&mutex, &deadline) == 0) pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, NULL, change, NULL);
  pthread_create(&other, NULL, wait, NULL);
  pthread_join(one, NULL);
  pthread_join(other, NULL);
  return 0;
}
