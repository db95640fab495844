// A cycle of three threads and three locks, entered through vlock.
// expect: => violated deadlock
#include <allways.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

static int resources[3];

static void *use_two(void *argument) {
  int first = (int)(intptr_t)argument, second = (first + 1) % 3;
  vlock(&resources[first]);
  vlock(&resources[second]); //~ deadlock
  vunlock(&resources[second]);
  vunlock(&resources[first]);
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, use_two, (void *)(intptr_t)i);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  return 0;
}
