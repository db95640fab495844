// Data is announced by a plain flag: the flag itself is what races.
// expect: => violated race
#include <pthread.h>
#include <stddef.h>

static int data, ready;

static void *produce(void *unused) {
  data = 42;
  ready = 1; //~ race
  return unused;
}

int main(void) {
  pthread_t thread;
  int result = 0;
  pthread_create(&thread, NULL, produce, NULL);
  if (ready) result = data; //~ race
  pthread_join(thread, NULL);
  return result == 42 || result == 0 ? 0 : 1;
}
