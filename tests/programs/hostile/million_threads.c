// A million threads are asked for; what cannot be made is refused, and no check of the result is a fault.
// expect: --max-states 1000 => unknown
// expect: --timeout 5 --memory 512M --search bfs => unknown
#include <pthread.h>
#include <stddef.h>

static void *nothing(void *unused) {
  return unused;
}

int main(void) {
  for (int i = 0; i < 1000000; i++) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, nothing, NULL) != 0) return 1;
    pthread_detach(thread);
  }
  return 0;
}
