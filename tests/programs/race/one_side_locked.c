// A lock protects only if both sides take it.
// expect: => violated race
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance;

static void *deposit(void *unused) {
  pthread_mutex_lock(&lock);
  balance = 10; //~ race
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, deposit, NULL);
  int seen = balance; //~ race
  pthread_join(thread, NULL);
  return seen - seen;
}
