// A thread that waits at a futex is sent to wait at a word in a block of another thread. That block is freed, or is a
// local variable that goes out of scope, and the next one would get its address. Nothing in memory points to the
// word: only the record of the waiting thread does. A reduction that still takes the block for its owner's alone
// merges its end with what follows.
//
// expect: => violated memory
// expect: --reduction none => violated memory
// expect: -DLOCAL => violated memory
// expect: -DLOCAL --reduction none => violated memory
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int gate;
static long moved;

static void *wait(void *unused) {
  syscall(SYS_futex, &gate, FUTEX_WAIT, 0, NULL, NULL, 0); //~ memory
  return unused;
}

static void use(atomic_int *word, int turn) {
  if (turn == 0) {
    moved = syscall(SYS_futex, &gate, FUTEX_REQUEUE, 0, 1, word, 0);
  } else if (moved == 1) {
    syscall(SYS_futex, word, FUTEX_WAKE, 1, NULL, NULL, 0);
  } else {
    gate = 1;
    syscall(SYS_futex, &gate, FUTEX_WAKE, 1, NULL, NULL, 0);
  }
}

#ifdef LOCAL
static void take_turn(int turn) {
  atomic_int word = 0;
  use(&word, turn);
}
#else
static void take_turn(int turn) {
  atomic_int *word = malloc(sizeof *word);
  *word = 0;
  use(word, turn);
  free(word);
}
#endif

static void *send(void *unused) {
  take_turn(0);
  take_turn(1);
  return unused;
}

int main(void) {
  pthread_t waiter, sender;
  pthread_create(&waiter, NULL, wait, NULL);
  pthread_create(&sender, NULL, send, NULL);
  pthread_join(waiter, NULL);
  pthread_join(sender, NULL);
  return 0;
}
