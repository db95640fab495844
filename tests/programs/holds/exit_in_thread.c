// A thread ends the program while main waits for it.
// expect: => holds
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

static void *finish(void *unused) {
  exit(0);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, finish, NULL);
  pthread_join(thread, NULL);
  abort();
}
