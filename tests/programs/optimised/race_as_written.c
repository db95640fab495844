// expect: -O2 => violated race
// expect: => violated race
// The program as written has the race too, so that nothing is said of optimised code.
#include <pthread.h>

static int value;

static void *writer(void *unused) {
  value = 2; //~ race
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, writer, 0);
  int seen = value; //~ race
  pthread_join(thread, 0);
  return seen;
}
