// A message is handed over by a volatile flag.
#include <assert.h>
#include <pthread.h>

static volatile int ready;
static int message;

static void *sender(void *unused) {
  (void)unused;
  message = 7;
  ready = 1;
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, sender, 0);
  while (!ready) {
  }
  assert(message == 7);
  pthread_join(thread, 0);
  return 0;
}
