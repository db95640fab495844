// Which number a thread gets depends on who still mentions a handle. To write into a lock shows no number, but an
// exchange does: it gives what was there.
// expect: --property assert --reduction none => violated assert
// expect: --property assert --reduction tau => violated assert
// expect: --property assert --reduction global => violated assert
// expect: --property assert --reduction superstep => violated assert
// expect: --property assert --reduction full => violated assert
// expect: --property assert --reduction none -- -DWRITTEN => holds
// expect: --property assert --reduction full -- -DWRITTEN => holds
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int forgetting;
static pthread_t shown;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

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
#ifdef WRITTEN
  mutex.__data.__owner = 0;
#else
  int found = atomic_exchange((_Atomic int *)&mutex.__data.__owner, 0);
  assert((found & 0xffff) != 4);
#endif
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
  pthread_create(&new, NULL, lock, NULL);
  pthread_join(new, NULL);
  pthread_join(other, NULL);
  return 0;
}
