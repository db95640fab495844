// The middle of an atomic section shows where it must wait for a mutex: that the mutex is held can be noticed.
// expect: => violated assert
// expect: --property assert => violated assert
// expect: --property assert -O0 => violated assert
// expect: -- -DFREE => holds
#include <allways.h>
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int stage;

static void *section(void *unused) {
  beginatomic();
  stage = 1;
  pthread_mutex_lock(&mutex);
  stage = 2;
  pthread_mutex_unlock(&mutex);
  endatomic();
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, section, NULL);
#ifndef FREE
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
#endif
  assert(stage != 1);
  pthread_join(thread, NULL);
  return 0;
}
