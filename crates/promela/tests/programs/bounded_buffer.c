// Producers and a consumer share a buffer of one or two places, with condition variables.
// spin: holds
// spin -DPRODUCERS=1 -DPLACES=1: holds
// spin -DNO_SIGNAL: violated
// spin -DONE_CONDITION: violated
// spin -DIF_INSTEAD_OF_WHILE: holds
// spin -DIF_INSTEAD_OF_WHILE -DPRODUCERS=3: violated
#include <assert.h>
#include <pthread.h>

#ifndef PLACES
#define PLACES 1
#endif
#ifndef PRODUCERS
#define PRODUCERS 2
#endif
#ifdef ONE_CONDITION
#define CONSUMERS 2
#else
#define CONSUMERS 1
#endif

struct buffer {
  int data[PLACES];
  int count;
  pthread_mutex_t lock;
  pthread_cond_t not_empty, not_full;
};

struct buffer buffer = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void put(int value) {
  pthread_mutex_lock(&buffer.lock);
#ifdef IF_INSTEAD_OF_WHILE
  if (buffer.count == PLACES)
#else
  while (buffer.count == PLACES)
#endif
#ifdef ONE_CONDITION
    pthread_cond_wait(&buffer.not_empty, &buffer.lock);
#else
    pthread_cond_wait(&buffer.not_full, &buffer.lock);
#endif
  assert(buffer.count < PLACES);
  buffer.data[buffer.count] = value;
  buffer.count++;
#ifndef NO_SIGNAL
  pthread_cond_signal(&buffer.not_empty);
#endif
  pthread_mutex_unlock(&buffer.lock);
}

static int get(void) {
  pthread_mutex_lock(&buffer.lock);
  while (buffer.count == 0) pthread_cond_wait(&buffer.not_empty, &buffer.lock);
  buffer.count--;
  int value = buffer.data[buffer.count];
#ifdef ONE_CONDITION
  pthread_cond_signal(&buffer.not_empty);
#else
  pthread_cond_signal(&buffer.not_full);
#endif
  pthread_mutex_unlock(&buffer.lock);
  return value;
}

static void *producer(void *arg) {
  put((int)(long)arg);
  return 0;
}

static void *consumer(void *unused) {
  for (int i = 0; i < PRODUCERS / CONSUMERS; i++) {
    int value = get();
    assert(value >= 1 && value <= PRODUCERS);
  }
  return unused;
}

int main(void) {
  pthread_t producers[PRODUCERS], consumers[CONSUMERS];
  for (long i = 0; i < CONSUMERS; i++) pthread_create(&consumers[i], 0, consumer, 0);
  for (long i = 0; i < PRODUCERS; i++) pthread_create(&producers[i], 0, producer, (void *)(i + 1));
  for (int i = 0; i < PRODUCERS; i++) pthread_join(producers[i], 0);
  for (int i = 0; i < CONSUMERS; i++) pthread_join(consumers[i], 0);
  assert(buffer.count == 0);
  return 0;
}
