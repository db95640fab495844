// A bit-field of width zero puts the next one into memory of its own.
// expect: => holds
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static struct {
  unsigned left : 4, : 0, right : 4;
} flags;

static void *set_left(void *unused) {
  flags.left = 1;
  return unused;
}

static void *set_right(void *unused) {
  flags.right = 2;
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, set_left, NULL);
  pthread_create(&two, NULL, set_right, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  assert(flags.left == 1 && flags.right == 2);
  return 0;
}
