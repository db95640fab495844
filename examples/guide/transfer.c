// Two transfers between two accounts, in opposite directions. Each locks the account that it takes from,
// then the account that it gives to. With -DORDERED both lock the accounts in one order.
//
// expect: => violated deadlock
// expect: -- -DORDERED => holds
#include <assert.h>
#include <pthread.h>

typedef struct {
  pthread_mutex_t lock;
  int balance;
} account;

static account alice = {PTHREAD_MUTEX_INITIALIZER, 100};
static account bob = {PTHREAD_MUTEX_INITIALIZER, 100};

static void transfer(account *from, account *to, int amount) {
  account *first = from, *second = to;
#ifdef ORDERED
  if (first > second) {
    first = to;
    second = from;
  }
#endif
  pthread_mutex_lock(&first->lock);
  pthread_mutex_lock(&second->lock);
  from->balance -= amount;
  to->balance += amount;
  pthread_mutex_unlock(&second->lock);
  pthread_mutex_unlock(&first->lock);
}

static void *pay(void *unused) {
  transfer(&alice, &bob, 10);
  return unused;
}

static void *pay_back(void *unused) {
  transfer(&bob, &alice, 20);
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, pay, NULL);
  pthread_create(&two, NULL, pay_back, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  assert(alice.balance + bob.balance == 200);
  return 0;
}
