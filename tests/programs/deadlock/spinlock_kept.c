// A thread ends with a spin lock.
// expect: => violated deadlock
#include <pthread.h>
#include <stddef.h>

static pthread_spinlock_t lock;

static void *work(void *unused) {
  pthread_spin_lock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
  pthread_spin_lock(&lock); //~ deadlock
  pthread_spin_unlock(&lock);
  return 0;
}
