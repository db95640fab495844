// Which number a thread gets depends on who still mentions a handle. A program that writes a part of the number in a
// lock that is held makes another number, beside the mark that was there: only who has that one can unlock it.
// expect: --property assert --reduction none => violated assert
// expect: --property assert --reduction tau => violated assert
// expect: --property assert --reduction global => violated assert
// expect: --property assert --reduction superstep => violated assert
// expect: --property assert --reduction full => violated assert
// expect: --property assert --reduction none -- -DHALF => violated assert
// expect: --property assert --reduction global -- -DHALF => violated assert
// expect: --property assert --reduction full -- -DHALF => violated assert
// expect: --property assert --reduction none -- -DACROSS => violated assert
// expect: --property assert --reduction global -- -DACROSS => violated assert
// expect: --property assert --reduction full -- -DACROSS => violated assert
// expect: --property assert --reduction none -- -DRWLOCK => violated assert
// expect: --property assert --reduction full -- -DRWLOCK => violated assert
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

static atomic_int forgetting;
static pthread_t shown;
static pthread_mutex_t mutex = {.__data = {.__kind = PTHREAD_MUTEX_ERRORCHECK}};
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;

static void *nothing(void *unused) { return unused; }

static void *forget(void *unused) {
  volatile pthread_t stale = shown;
  forgetting = 1;
  stale = 0;
  forgetting = 2;
  return unused;
}

static void *lock(void *unused) {
#if defined RWLOCK
  pthread_rwlock_wrlock(&rwlock);
  *(char *)&rwlock.__data.__cur_writer = 4;
  assert(pthread_rwlock_wrlock(&rwlock) != EDEADLK);
#else
  pthread_mutex_lock(&mutex);
#if defined HALF
  *(short *)&mutex.__data.__owner = 4;
#elif defined ACROSS
  memcpy((char *)&mutex.__data.__owner - 3, "\0\0\0\4", 4);
#else
  *(char *)&mutex.__data.__owner = 4;
#endif
  assert(pthread_mutex_unlock(&mutex) != 0);
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
  pthread_detach(new);
  pthread_join(other, NULL);
  return 0;
}
