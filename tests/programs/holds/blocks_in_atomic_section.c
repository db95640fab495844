// A thread that blocks inside an atomic section lets the others run: no deadlock.
// expect: => holds
#include <allways.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void *add(void *unused) {
  pthread_mutex_lock(&lock);
  total++;
  pthread_mutex_unlock(&lock);
  return unused;
}

static void *add_atomically(void *unused) {
  beginatomic();
  pthread_mutex_lock(&lock);
  total++;
  pthread_mutex_unlock(&lock);
  endatomic();
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, add, NULL);
  pthread_create(&two, NULL, add_atomically, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  vassert(total == 2);
  return 0;
}
