// memcpy writes a byte that another thread reads.
// expect: => violated race
#include <pthread.h>
#include <stddef.h>
#include <string.h>

static char message[8];

static void *send(void *unused) {
  memcpy(message, "hello", 6); //~ race
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, send, NULL);
  char last = message[5]; //~ race
  pthread_join(thread, NULL);
  return last;
}
