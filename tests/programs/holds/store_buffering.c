// With sequentially consistent atomics one of the two sees the other.
// expect: => holds
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x, y;
static int seen_x, seen_y;

static void *left(void *unused) {
  x = 1;
  seen_y = y;
  return unused;
}

static void *right(void *unused) {
  y = 1;
  seen_x = x;
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, left, NULL);
  pthread_create(&two, NULL, right, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  assert(seen_x || seen_y);
  return 0;
}
