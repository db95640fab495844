// The environment is changed while another thread looks at it.
// expect: -DLOCKED => holds
// expect: => violated race
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
#ifdef LOCKED
#define GUARDED(call) (pthread_mutex_lock(&m), (call), pthread_mutex_unlock(&m))
#else
#define GUARDED(call) (call)
#endif

static void *look(void *unused) {
  GUARDED(getenv("LEVEL"));
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, look, 0);
  GUARDED(setenv("LEVEL", "1", 1));
  pthread_join(thread, 0);
  return 0;
}
