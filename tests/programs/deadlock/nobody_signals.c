// main has left through pthread_exit; the thread that remains waits for a signal that never comes.
// expect: => violated deadlock
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;

static void *await(void *unused) {
  pthread_mutex_lock(&lock);
  while (!ready) pthread_cond_wait(&changed, &lock); //~ deadlock
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, await, NULL);
  pthread_exit(NULL);
}
