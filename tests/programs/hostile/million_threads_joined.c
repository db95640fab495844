// A million threads, one after the other: numbers are used again, so this is a long run and no more.
// expect: --max-states 50000 => unknown
// slow: --timeout 300 => holds
#include <pthread.h>
#include <stddef.h>

static void *nothing(void *unused) {
  return unused;
}

int main(void) {
  for (int i = 0; i < 1000000; i++) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, nothing, NULL) != 0) return 1;
    pthread_join(thread, NULL);
  }
  return 0;
}
