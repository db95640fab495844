// Two threads add to one counter. A plain increment is a load and a store, so one of them can get lost.
// spin: violated
// spin -DATOMIC: holds
// spin -DFETCH: holds
// spin -DSYNC: holds
// spin -DLOCK: holds
// spin -DLOAD_STORE: violated
// spin -DSINGLE: holds
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef ATOMIC
_Atomic int counter;
#elif defined FETCH || defined LOAD_STORE
atomic_int counter;
#else
int counter;
#endif
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void add(void) {
#ifdef FETCH
  atomic_fetch_add(&counter, 1);
#elif defined SYNC
  __sync_fetch_and_add(&counter, 1);
#elif defined LOAD_STORE
  atomic_store(&counter, atomic_load(&counter) + 1);
#elif defined LOCK
  pthread_mutex_lock(&mutex);
  counter++;
  pthread_mutex_unlock(&mutex);
#else
  counter++;
#endif
}

static void *worker(void *unused) {
  add();
  add();
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
#ifdef SINGLE
  pthread_join(a, 0);
#endif
  pthread_create(&b, 0, worker, 0);
#ifndef SINGLE
  pthread_join(a, 0);
#endif
  pthread_join(b, 0);
  assert(counter == 4);
  return 0;
}
