// Two threads that each change one word of a large object per step, at places that move through all
// of it.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#ifndef SIZE
#define SIZE 1024
#endif
#ifndef STEPS
#define STEPS 100
#endif
#define WORDS (SIZE / sizeof(int))

static atomic_int object[WORDS];

static void *worker(void *argument) {
  size_t place = (size_t)(intptr_t)argument;
  for (int i = 0; i < STEPS; i++) {
    object[place % WORDS]++;
    place += WORDS / 7 + 1;
  }
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, worker, (void *)(intptr_t)i);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
