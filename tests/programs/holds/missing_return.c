// Functions that forget their return value, which nobody looks at.
// expect: => holds
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int events;

static int record(int event) {
  if (event < 0) return -1;
  events++;
}

static void *work(void *unused) {
  (void)unused;
  record(1);
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  record(2);
  pthread_join(thread, NULL);
  return events - 2;
}
