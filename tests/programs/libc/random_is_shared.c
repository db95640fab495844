// expect: => violated assert
// The numbers are always the same, but which thread draws which is open.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void *draw(void *unused) {
  rand();
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, draw, NULL);
  int drawn = rand();
  pthread_join(thread, NULL);
  assert(drawn == 1804289383); //~ assert
  return 0;
}
