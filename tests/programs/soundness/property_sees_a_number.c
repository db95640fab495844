// Formulas and invariants can see the number of a thread, too.
// expect: --ltl "G{(now >> 12 & 7) != 3}" --property ltl => violated ltl
// expect: --ltl "G{(now >> 12 & 7) != 3}" --property ltl --reduction none => violated ltl
// expect: --ltl "G{(mutex.__data.__owner & 65535) != 4}" --property ltl => violated ltl
// expect: --ltl "G{(mutex.__data.__owner & 65535) != 4}" --property ltl --reduction none => violated ltl
// expect: --invariant unlike_four --property invariant => violated invariant
// expect: --invariant unlike_four --property invariant --reduction none => violated invariant
// expect: --invariant unlike_four --property invariant --reduction global => violated invariant
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int forgetting;
static pthread_t shown;
pthread_t now;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

int unlike_four(void) { return (mutex.__data.__owner & 0xffff) != 4; }

static void *nothing(void *unused) { return unused; }

static void *forget(void *unused) {
  volatile pthread_t stale = shown;
  forgetting = 1;
  stale = 0;
  forgetting = 2;
  return unused;
}

static void *lock(void *unused) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t new, other;
  pthread_create(&new, NULL, nothing, NULL);
  shown = new;
  pthread_join(new, NULL);
  new = 0;
  pthread_create(&other, NULL, forget, NULL);
  while (!forgetting) continue;
  shown = 0;
  pthread_create(&now, NULL, lock, NULL);
  pthread_join(now, NULL);
  pthread_join(other, NULL);
  return 0;
}
