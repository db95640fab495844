// Which number a thread gets depends on who still mentions a handle. A program that writes a number into a lock by
// hand, or lets one begin with it, sees who has that number: only that thread can unlock it.
// expect: --property assert --reduction none => violated assert
// expect: --property assert --reduction tau => violated assert
// expect: --property assert --reduction global => violated assert
// expect: --property assert --reduction superstep => violated assert
// expect: --property assert --reduction full => violated assert
// expect: --property assert --reduction none -- -DBEGINS => violated assert
// expect: --property assert --reduction tau -- -DBEGINS => violated assert
// expect: --property assert --reduction global -- -DBEGINS => violated assert
// expect: --property assert --reduction full -- -DBEGINS => violated assert
// expect: --property assert --reduction none -- -DRWLOCK => violated assert
// expect: --property assert --reduction tau -- -DRWLOCK => violated assert
// expect: --property assert --reduction global -- -DRWLOCK => violated assert
// expect: --property assert --reduction full -- -DRWLOCK => violated assert
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int forgetting;
static pthread_t shown;
#ifdef BEGINS
static pthread_mutex_t mutex = {
    .__data = {.__count = 1, .__owner = 4, .__kind = PTHREAD_MUTEX_ERRORCHECK}};
#else
static pthread_mutex_t mutex = {.__data = {.__kind = PTHREAD_MUTEX_ERRORCHECK}};
#endif
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;

static void *nothing(void *unused) { return unused; }

static void *forget(void *unused) {
  volatile pthread_t stale = shown;
  forgetting = 1;
  stale = 0;
  forgetting = 2;
  return unused;
}

static void *unlock(void *unused) {
#if defined RWLOCK
  assert(pthread_rwlock_wrlock(&rwlock) != 35);
#else
  assert(pthread_mutex_unlock(&mutex) != 0);
#endif
  return unused;
}

int main(void) {
  pthread_t new, other;
#if defined RWLOCK
  rwlock.__data.__cur_writer = 4;
#elif !defined BEGINS
  mutex.__data.__count = 1;
  mutex.__data.__owner = 4;
#endif
  pthread_create(&new, NULL, nothing, NULL);
  shown = new;
  pthread_join(new, NULL);
  new = 0;
  pthread_create(&other, NULL, forget, NULL);
  while (!forgetting) continue;
  shown = 0;
  pthread_create(&new, NULL, unlock, NULL);
  pthread_detach(new);
  pthread_join(other, NULL);
  return 0;
}
