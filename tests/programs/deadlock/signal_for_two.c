// Two threads wait for the same news, and only one of them is told.
// expect: => violated deadlock
// expect: -- -DBROADCAST => holds
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int open_gate;

static void *pass(void *unused) {
  pthread_mutex_lock(&lock);
  while (!open_gate) pthread_cond_wait(&changed, &lock); //~ deadlock
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, pass, NULL);
  pthread_create(&two, NULL, pass, NULL);
  pthread_mutex_lock(&lock);
  open_gate = 1;
#ifdef BROADCAST
  pthread_cond_broadcast(&changed);
#else
  pthread_cond_signal(&changed);
#endif
  pthread_mutex_unlock(&lock);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
