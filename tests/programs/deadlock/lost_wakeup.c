// The flag is set without the lock: the signal can fall between the waiter's check and its wait.
// expect: => violated deadlock
// expect: -- -DLOCKED => holds
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static atomic_int ready;

static void *await(void *unused) {
  pthread_mutex_lock(&lock);
  while (!ready) pthread_cond_wait(&changed, &lock); //~ deadlock
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, await, NULL);
#ifdef LOCKED
  pthread_mutex_lock(&lock);
#endif
  ready = 1;
  pthread_cond_signal(&changed);
#ifdef LOCKED
  pthread_mutex_unlock(&lock);
#endif
  pthread_join(thread, NULL);
  return 0;
}
