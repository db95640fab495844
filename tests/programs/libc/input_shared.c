// expect: --stdin tests/programs/libc/input.txt => violated assert
// Two threads read from one stream: who gets which byte is open.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static int mine;

static void *take(void *unused) {
  mine = getchar();
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, take, NULL);
  int first = getchar();
  pthread_join(thread, NULL);
  assert(first != 'd'); //~ assert
  return mine;
}
