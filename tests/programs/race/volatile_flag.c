// A stop flag that is volatile, not atomic.
// expect: => violated race
#include <pthread.h>
#include <stddef.h>

static volatile int stop;

static void *run(void *unused) {
  while (!stop) { //~ race
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  stop = 1; //~ race
  pthread_join(thread, NULL);
  return 0;
}
