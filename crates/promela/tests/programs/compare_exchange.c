// Locks and counters made of atomic operations.
// spin: holds
// spin -DSPLIT: violated
// spin -DGLOBAL_EXPECTED: holds
// spin -DFLAG: holds
// spin -DOLD_STYLE: holds
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int locked, sum;
atomic_flag flag = ATOMIC_FLAG_INIT;
int old_lock;
int inside;
int expected_in_memory;

static void enter(void) {
#ifdef SPLIT
  while (atomic_load(&locked) != 0) {
  }
  atomic_store(&locked, 1);
#elif defined FLAG
  while (atomic_flag_test_and_set(&flag)) {
  }
#elif defined OLD_STYLE
  while (!__sync_bool_compare_and_swap(&old_lock, 0, 1)) {
  }
#else
  int expected = 0;
  while (!atomic_compare_exchange_strong(&locked, &expected, 1)) expected = 0;
#endif
}

static void leave(void) {
#ifdef FLAG
  atomic_flag_clear(&flag);
#elif defined OLD_STYLE
  __sync_lock_release(&old_lock);
#else
  atomic_store(&locked, 0);
#endif
}

/* Adds by trying until nobody came in between. */
static void add(int by) {
#ifdef GLOBAL_EXPECTED
  static int *seen = &expected_in_memory;
  (void)*seen;
#endif
  int old = atomic_load_explicit(&sum, memory_order_relaxed);
  while (!atomic_compare_exchange_weak(&sum, &old, old + by)) {
  }
}

static void *worker(void *arg) {
  enter();
  inside++;
  assert(inside == 1);
  inside--;
  leave();
  add((int)(long)arg);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, (void *)1);
  pthread_create(&b, 0, worker, (void *)2);
#ifdef GLOBAL_EXPECTED
  atomic_compare_exchange_strong(&locked, &expected_in_memory, 0);
#endif
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(sum == 3);
  assert(atomic_exchange(&sum, 9) == 3);
  assert((sum |= 4) == 13);
  return 0;
}
