// A ring buffer of SIZE numbers between PRODUCERS and CONSUMERS, who work forever. Numbers come out
// as they went in.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifndef SIZE
#define SIZE 4
#endif
#ifndef WORKERS
#define WORKERS 3
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER;
static unsigned char ring[SIZE];
static int first, count;
static unsigned char next_in, next_out;

static void *producer(void *unused) {
  for (;;) {
    pthread_mutex_lock(&lock);
    while (count == SIZE) pthread_cond_wait(&not_full, &lock);
    ring[(first + count) % SIZE] = next_in;
    next_in = (next_in + 1) % 5;
    count++;
    pthread_cond_signal(&not_empty);
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

static void *consumer(void *unused) {
  for (;;) {
    pthread_mutex_lock(&lock);
    while (count == 0) pthread_cond_wait(&not_empty, &lock);
    unsigned char number = ring[first];
    assert(number == next_out);
    next_out = (next_out + 1) % 5;
    ring[first] = 0;
    first = (first + 1) % SIZE;
    count--;
    pthread_cond_signal(&not_full);
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  for (int i = 0; i < WORKERS; i++) pthread_create(&thread, NULL, producer, NULL);
  for (int i = 0; i < WORKERS; i++) pthread_create(&thread, NULL, consumer, NULL);
  pthread_exit(NULL);
}
