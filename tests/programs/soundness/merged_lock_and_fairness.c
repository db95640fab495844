// Broken rule: "lock and unlock merge", under weak fairness.
//
// One thread locks and unlocks for ever. The other one wants the lock once; it can be passed over each
// time, because while the lock is held it cannot move, so weak fairness owes it nothing. If lock and unlock
// are one step, it looks as if it could always move, and fairness would wrongly let it through.
//
// expect: --fair weak => violated ltl
// expect: --fair none => violated ltl
#include <allways.h>
#include <pthread.h>
#include <stddef.h>

enum AP { Done };
LTL(gets_the_lock, F Done);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *hog(void *unused) {
  for (;;) {
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

static void *want(void *unused) {
  pthread_mutex_lock(&lock);
  ap_set(Done, 1);
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, hog, NULL);
  pthread_create(&two, NULL, want, NULL);
  pthread_join(two, NULL);
  return 0;
}
