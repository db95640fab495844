// One thread leaves a message for another, and rings a bell. The receiver waits for the bell.
// A bell that rings before somebody listens is not heard: with -DLOOK the receiver looks into the box first.
//
// expect: => violated deadlock
// expect: -- -DLOOK => holds
// expect: --spurious-wakeups -- -DLOOK => holds
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t bell = PTHREAD_COND_INITIALIZER;
static int message;

static void *sender(void *unused) {
  pthread_mutex_lock(&lock);
  message = 42;
  pthread_cond_signal(&bell);
  pthread_mutex_unlock(&lock);
  return unused;
}

static void *receiver(void *unused) {
  pthread_mutex_lock(&lock);
#ifdef LOOK
  while (message == 0)
#endif
    pthread_cond_wait(&bell, &lock);
  assert(message == 42);
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, sender, NULL);
  pthread_create(&two, NULL, receiver, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
