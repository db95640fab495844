// Neighbouring bytes of an array are different memory.
// expect: => holds
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

static char seats[3];

static void *sit(void *seat) {
  *(char *)seat = 'x';
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, sit, &seats[i]);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  assert(memcmp(seats, "xxx", 3) == 0);
  return 0;
}
