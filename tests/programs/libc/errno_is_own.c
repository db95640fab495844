// expect: => holds
// Each thread has an errno of its own.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

static void *overflow(void *unused) {
  strtol("99999999999999999999", NULL, 10);
  assert(errno == ERANGE);
  return unused;
}

int main(void) {
  pthread_t thread;
  errno = 0;
  pthread_create(&thread, NULL, overflow, NULL);
  assert(errno == 0);
  pthread_join(thread, NULL);
  assert(errno == 0);
  return 0;
}
