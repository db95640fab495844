// Everybody counts under the mutex in a block. In a rare case the block is freed when nobody else is there, another
// one lies at its address, and the mutex in that is taken and ended while it is held. Both are the mutex at one
// address; a reduction that takes the second for the first believes that it guards the counter.
//
// expect: --address-reuse --property assert => violated assert
// expect: --address-reuse --property assert --reduction none => violated assert
// expect: --address-reuse --property assert --reduction superstep => violated assert
// expect: --property assert => holds
#include <allways.h>
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

typedef struct {
  pthread_mutex_t lock;
} block;

static int counter;

static void *count(void *known) {
  block *b = known;
  pthread_mutex_lock(&b->lock);
  counter++;
  pthread_mutex_unlock(&b->lock);
  return NULL;
}

static void *expect_own(void *known) {
  block *b = known;
  pthread_mutex_lock(&b->lock);
  counter = 10;
  assert(counter == 10); //~ assert
  return NULL;
}

static void *replace(void *known) {
  free(known);
  block *b = malloc(sizeof *b);
  if (b == known) {
    pthread_mutex_init(&b->lock, NULL);
    pthread_mutex_lock(&b->lock);
    counter = 20;
    pthread_mutex_unlock(&b->lock);
  }
  return NULL;
}

int main(void) {
  pthread_t one, two;
  block *first = malloc(sizeof *first);
  pthread_mutex_init(&first->lock, NULL);
  pthread_create(&one, NULL, count, first);
  pthread_create(&two, NULL, count, first);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  if (arbitrary(300) != 231) return 0;
  free(first);
  block *second = malloc(sizeof *second);
  if (second != first) return 0;
  pthread_mutex_init(&second->lock, NULL);
  pthread_create(&one, NULL, expect_own, second);
  pthread_create(&two, NULL, replace, second);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
