// For a driver that runs `init`, `left` and `right` instead of `main`: Peterson's algorithm.
#include <assert.h>
#include <stdatomic.h>

static atomic_int wants[2], last, inside;
static int ready;

void init(void) { ready = 1; }

#ifndef LIMIT
#define LIMIT 1
#endif
int exclusive(void) { return inside <= LIMIT; }

static void *work(int me) {
  assert(ready);
  wants[me] = 1;
#ifdef SELFISH
  last = 1 - me;
#else
  last = me;
#endif
  while (wants[1 - me] && last == me) {
  }
  inside++;
  inside--;
  wants[me] = 0;
  return 0;
}

void *left(void *unused) {
  (void)unused;
  return work(0);
}

void *right(void *unused) {
  (void)unused;
  return work(1);
}

int main(void) {
  init();
  return left(right(0)) != 0;
}
