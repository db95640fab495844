// The lock is given up between the check and the act: two customers withdraw the same money.
// expect: => violated assert
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance = 10;

static int look(void) {
  pthread_mutex_lock(&lock);
  int seen = balance;
  pthread_mutex_unlock(&lock);
  return seen;
}

static void *withdraw(void *unused) {
  if (look() >= 10) {
    pthread_mutex_lock(&lock);
    balance -= 10;
    assert(balance >= 0); //~ assert
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, withdraw, NULL);
  pthread_create(&two, NULL, withdraw, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
