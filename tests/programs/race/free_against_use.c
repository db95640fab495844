// One thread frees what another one reads. Which fault comes first depends on the schedule.
// expect: => violated
// expect: --property race => violated race
// expect: --property memory => violated memory
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

static int *shared;

static void *release(void *unused) {
  free(shared); //~ race
  return unused;
}

int main(void) {
  pthread_t thread;
  shared = calloc(1, sizeof *shared);
  pthread_create(&thread, NULL, release, NULL);
  int value = *shared; //~ race memory
  pthread_join(thread, NULL);
  return value;
}
