// Plain data is handed over by an atomic flag: no lock, and no race.
// expect: => holds
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int data;
static atomic_int ready;

static void *produce(void *unused) {
  data = 42;
  atomic_store_explicit(&ready, 1, memory_order_release);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, produce, NULL);
  while (!atomic_load_explicit(&ready, memory_order_acquire)) {
  }
  assert(data == 42);
  data = 43;
  pthread_join(thread, NULL);
  return 0;
}
