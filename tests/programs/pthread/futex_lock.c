// A lock of a futex word, as libraries write it: waiting is refused when the word has changed, and a wake-up that
// nobody waits for is lost.
// expect: => holds
// expect: --reduction none => holds
// expect: -DFORGETS_TO_WAKE => violated deadlock
// expect: -DFORGETS_TO_WAKE --reduction none => violated deadlock
#define _GNU_SOURCE
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int word; // 0: free, 1: held, 2: held and somebody may wait
static int counter, owner;

static void lock(void) {
  int seen = 0;
  if (atomic_compare_exchange_strong(&word, &seen, 1)) return;
  while (atomic_exchange(&word, 2) != 0) {
    syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 2, NULL); //~ deadlock
  }
}

static void unlock(void) {
#ifdef FORGETS_TO_WAKE
  atomic_store(&word, 0);
#else
  if (atomic_exchange(&word, 0) == 2) syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1);
#endif
}

static void *add(void *unused) {
  lock();
  counter++;
  owner = gettid();
  assert(owner == gettid());
  unlock();
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, add, NULL);
  add(NULL);
  pthread_join(thread, NULL);
  assert(counter == 2);
  return 0;
}
