// A thread that joins itself is told so, as glibc does, and goes on.
// expect: => holds
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_t thread;

static void *wait_for_me(void *unused) {
  pthread_mutex_lock(&lock); // the handle is there when main has given up the lock
  pthread_t me = thread;
  pthread_mutex_unlock(&lock);
  assert(pthread_join(me, NULL) == EDEADLK);
  return unused;
}

int main(void) {
  pthread_mutex_lock(&lock);
  pthread_create(&thread, NULL, wait_for_me, NULL);
  pthread_mutex_unlock(&lock);
  pthread_exit(NULL);
}
