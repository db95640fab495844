// A result that nobody takes is lost when its thread is joined, even if the next join never ends.
// expect: --property leak --reduction none => violated leak
// expect: --property leak --reduction tau => violated leak
// expect: --property leak --reduction global => violated leak
// expect: --property leak --reduction superstep => violated leak
// expect: --property leak --reduction full => violated leak
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

static void *make(void *unused) {
  (void)unused;
  return malloc(4);
}

static void *leave(void *unused) {
  (void)unused;
  exit(0);
}

int main(void) {
  pthread_t maker, leaver;
  pthread_create(&maker, NULL, make, NULL);
  pthread_create(&leaver, NULL, leave, NULL);
  pthread_join(maker, NULL);
  pthread_join(leaver, NULL);
  return 0;
}
