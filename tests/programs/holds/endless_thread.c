// When main returns the program ends, whatever other threads do.
// expect: => holds
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int light;

static void *blink(void *unused) {
  for (;;) light = !light;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, blink, NULL);
  return 0;
}
