// A buffer of CAPACITY places between producers and consumers, with a mutex and two condition variables.
//
// Two classic mistakes can be switched on:
//   -DHASTY          `if` instead of `while` around the wait: somebody else may have taken the item
//                    between the signal and the return from the wait.
//   -DONE_CONDITION  producers and consumers wait on the same condition variable: a signal meant for a
//                    producer can wake a consumer, which goes back to sleep, and everybody waits.
//
// expect: => holds
// expect: -- -DCAPACITY=2 -DITEMS=2 -DPRODUCERS=1 -DCONSUMERS=1 => holds
// expect: -- -DHASTY => violated assert
// expect: -- -DONE_CONDITION => violated deadlock
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifndef CAPACITY
#define CAPACITY 1
#endif
#ifndef PRODUCERS
#define PRODUCERS 2
#endif
#ifndef CONSUMERS
#define CONSUMERS 2
#endif
#ifndef ITEMS // each producer makes so many, and each consumer takes so many
#define ITEMS 1
#endif
_Static_assert(PRODUCERS == CONSUMERS, "what is produced must be what is consumed");

#ifdef HASTY
#define UNTIL_NOT(condition) if (condition)
#else
#define UNTIL_NOT(condition) while (condition)
#endif

static struct {
  pthread_mutex_t lock;
  pthread_cond_t not_full, not_empty;
  int items[CAPACITY], first, count;
} buffer = {.lock = PTHREAD_MUTEX_INITIALIZER, .not_full = PTHREAD_COND_INITIALIZER, .not_empty = PTHREAD_COND_INITIALIZER};

#ifdef ONE_CONDITION
static pthread_cond_t *const may_put = &buffer.not_empty;
#else
static pthread_cond_t *const may_put = &buffer.not_full;
#endif
static pthread_cond_t *const may_take = &buffer.not_empty;

static void put(int item) {
  pthread_mutex_lock(&buffer.lock);
  UNTIL_NOT(buffer.count == CAPACITY) pthread_cond_wait(may_put, &buffer.lock); //~ deadlock
  assert(buffer.count < CAPACITY);                                              //~ assert
  buffer.items[(buffer.first + buffer.count) % CAPACITY] = item;
  buffer.count++;
  pthread_cond_signal(may_take);
  pthread_mutex_unlock(&buffer.lock);
}

static int take(void) {
  pthread_mutex_lock(&buffer.lock);
  UNTIL_NOT(buffer.count == 0) pthread_cond_wait(may_take, &buffer.lock); //~ deadlock
  assert(buffer.count > 0);                                               //~ assert
  int item = buffer.items[buffer.first];
  buffer.first = (buffer.first + 1) % CAPACITY;
  buffer.count--;
  pthread_cond_signal(may_put);
  pthread_mutex_unlock(&buffer.lock);
  return item;
}

static void *producer(void *unused) {
  for (int i = 1; i <= ITEMS; i++) put(i);
  return unused;
}

static void *consumer(void *sum) {
  for (int i = 0; i < ITEMS; i++) *(int *)sum += take();
  return NULL;
}

int main(void) {
  pthread_t producers[PRODUCERS], consumers[CONSUMERS];
  int sums[CONSUMERS] = {0}, total = 0;
  for (int i = 0; i < PRODUCERS; i++) pthread_create(&producers[i], NULL, producer, NULL);
  for (int i = 0; i < CONSUMERS; i++) pthread_create(&consumers[i], NULL, consumer, &sums[i]);
  for (int i = 0; i < PRODUCERS; i++) pthread_join(producers[i], NULL);
  for (int i = 0; i < CONSUMERS; i++) pthread_join(consumers[i], NULL);
  for (int i = 0; i < CONSUMERS; i++) total += sums[i];
  assert(total == PRODUCERS * ITEMS * (ITEMS + 1) / 2);
  return 0;
}
