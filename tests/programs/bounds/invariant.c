// A function that must hold in every state, given with --invariant.
//
// expect: --invariant tight => violated invariant
// expect: --invariant ok => holds
// expect: --invariant ok --invariant tight => violated invariant
// expect: --invariant tight --property assert --reduction superstep => violated invariant
// expect: --invariant ok --property assert --reduction superstep => holds
// expect: --invariant tight --property assert -O2 => violated invariant
// expect: --invariant counted => violated invariant
// expect: --invariant writes => error
// expect: --invariant never_ends => error
// expect: --invariant hidden => error
// expect: --invariant missing => error
// expect: --invariant takes_one => error
// expect: --property invariant => error
// expect: --invariant from_the_start => violated invariant
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

struct room {
  int people;
};

atomic_int inside;
int visits;
struct room *room;

bool ok(void) { return inside <= 2; }
bool tight(void) { return inside <= 1; }
bool counted(void) { return room->people == 0; } //~ invariant
bool writes(void) { return visits++ >= 0; }
bool never_ends(void) {
  for (volatile int i = 0;; i++) {
  }
}
bool takes_one(int most) { return inside <= most; }
int from_the_start(void) { return inside != 0; } //~ invariant
static bool hidden(void) { return inside <= 2; }

static void *worker(void *unused) {
  inside++; //~ invariant
  inside--;
  return unused;
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&other, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(other, NULL);
  return 0;
}
