// A function that is given a thread tells whether that has been joined already.
// expect: => violated ub
// expect: --reduction none => violated ub
#define _GNU_SOURCE
#include <pthread.h>

static pthread_t first;

static void *ends(void *unused) { return unused; }

static void *names(void *unused) {
  pthread_setname_np(first, "x"); //~ ub
  return unused;
}

int main(void) {
  pthread_t second;
  pthread_create(&first, 0, ends, 0);
  pthread_create(&second, 0, names, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
