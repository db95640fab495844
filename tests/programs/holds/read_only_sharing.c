// Reading together is no race.
// expect: => holds
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int table[3];

static void *sum(void *result) {
  int total = 0;
  for (int i = 0; i < 3; i++) total += table[i];
  *(int *)result = total;
  return NULL;
}

int main(void) {
  pthread_t one, two;
  int first, second;
  for (int i = 0; i < 3; i++) table[i] = i;
  pthread_create(&one, NULL, sum, &first);
  pthread_create(&two, NULL, sum, &second);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  assert(first == 3 && second == 3);
  return 0;
}
