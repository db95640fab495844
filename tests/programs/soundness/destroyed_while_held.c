// Broken rule: "lock and unlock merge, and so do destroy and init".
//
// Then nobody is ever seen to hold the mutex when it is destroyed, nor to lock it before it is
// initialised again.
//
// expect: --property ub => violated ub
// expect: => violated
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *renew(void *unused) {
  pthread_mutex_destroy(&lock);    //~ ub race
  pthread_mutex_init(&lock, NULL); //~ ub race
  return unused;
}

static void *use(void *unused) {
  pthread_mutex_lock(&lock);   //~ ub race
  pthread_mutex_unlock(&lock); //~ ub race
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, renew, NULL);
  pthread_create(&two, NULL, use, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
