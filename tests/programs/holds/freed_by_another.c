// What one thread has allocated another one may free, once it is its own.
// expect: => holds
// expect: --property leak => holds
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

static void *make(void *value) {
  int *number = malloc(sizeof *number);
  *number = *(int *)value;
  free(value);
  pthread_exit(number);
}

int main(void) {
  pthread_t thread;
  void *result;
  int *value = malloc(sizeof *value);
  *value = 11;
  pthread_create(&thread, NULL, make, value);
  pthread_join(thread, &result);
  assert(*(int *)result == 11);
  free(result);
  return 0;
}
