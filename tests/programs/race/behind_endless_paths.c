// Two threads that count for ever, and a race that has nothing to do with them: a search that follows
// the first path to its end never comes to it.
// expect: --max-states 500 => violated race
// expect: --max-states 500 --threads 1 --store compact => violated race
// expect: --max-states 500 --threads 2 --store bitstate => violated race
// expect: --max-states 500 --store flat --depth 100000 => violated race
// expect: --max-states 500 -DLAST => violated race
// expect: --max-states 500 -DLAST --reduction tau => violated race
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int shared;
static atomic_uint rounds;

static void *count(void *unused) {
  for (volatile unsigned i = 0;; i++) {
    if (i % 64 == 0) {
      rounds++;
    }
  }
  return unused;
}

static void *add(void *unused) {
  shared++; //~ race
  return unused;
}

int main(void) {
  pthread_t thread;
#ifdef LAST
  pthread_create(&thread, NULL, count, NULL);
#endif
  pthread_create(&thread, NULL, add, NULL);
  pthread_create(&thread, NULL, add, NULL);
#ifndef LAST
  pthread_create(&thread, NULL, count, NULL);
#endif
  for (volatile unsigned i = 0;; i++) {
  }
}
