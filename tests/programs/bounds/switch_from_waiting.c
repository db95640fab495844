// A switch from a thread that waits for a mutex costs nothing: two switches are enough if the first of them is
// made inside the critical section, so that main comes to wait for it.
// expect: --context-bound 1 => unknown
// expect: --context-bound 2 => violated assert
// expect: --context-bound 2 --reduction none => violated assert
// expect: => violated assert
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int changed, noticed;

static void *notice(void *unused) {
  pthread_mutex_lock(&mutex);
  int before = changed;
  pthread_mutex_unlock(&mutex);
  if (before == 0 && changed == 1) noticed = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, notice, NULL);
  changed = 1;
  pthread_mutex_lock(&mutex);
  assert(noticed == 0);
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
  return 0;
}
