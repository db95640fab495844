// A thread that must make progress while another one counts.
//
// The counter goes 0, 1, 2, 0, ... and waits for the follower after each step; the follower copies each
// new value. Progress means: the follower's copy is 2. It is a proposition over a local variable.
// Without fairness the scheduler may forget either thread. With weak fairness progress never ends,
// unless the counter does not wait (-DHASTY): then the follower may look just when the counter has
// come round to the old value again, every time.
//
// expect: --fair weak => holds
// expect: --fair none => violated ltl
// expect: --fair weak -- -DHASTY => violated ltl
#include <allways.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

enum AP { Progress };
LTL(progress, G F Progress);

static atomic_int count, copied;

static bool is_two(int value) { return value == 2; }

static void *follow(void *unused) {
  int copy = 0;
  ap_local(Progress, is_two, copy);
  for (;;) {
    while (count == copy) {
    }
    copy = count;
    copied = copy;
  }
  return unused;
}

int main(void) {
  pthread_t follower;
  pthread_create(&follower, NULL, follow, NULL);
  for (;;) {
#ifndef HASTY
    while (copied != count) {
    }
#endif
    count = (count + 1) % 3;
  }
}
