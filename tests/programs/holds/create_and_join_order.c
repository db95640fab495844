// What happens before pthread_create and after pthread_join needs no lock.
// expect: => holds
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int number;

static void *twice(void *unused) {
  number *= 2;
  return unused;
}

int main(void) {
  pthread_t thread;
  number = 1;
  for (int i = 0; i < 3; i++) {
    pthread_create(&thread, NULL, twice, NULL);
    pthread_join(thread, NULL);
    number++;
  }
  assert(number == 15);
  return 0;
}
