// A mutex lives and dies with the object it protects.
// expect: => holds
// expect: --property leak => holds
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

typedef struct {
  pthread_mutex_t lock;
  int value;
} account;

static void *deposit(void *argument) {
  account *a = argument;
  pthread_mutex_lock(&a->lock);
  a->value += 5;
  pthread_mutex_unlock(&a->lock);
  return NULL;
}

int main(void) {
  pthread_t one, two;
  account *a = malloc(sizeof *a);
  pthread_mutex_init(&a->lock, NULL);
  a->value = 0;
  pthread_create(&one, NULL, deposit, a);
  pthread_create(&two, NULL, deposit, a);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  assert(a->value == 10);
  pthread_mutex_destroy(&a->lock);
  free(a);
  return 0;
}
