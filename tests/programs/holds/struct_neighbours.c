// Neighbouring fields of a struct are different memory.
// expect: => holds
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static struct {
  short left, right;
} pair;

static void *set_left(void *unused) {
  pair.left = 1;
  return unused;
}

static void *set_right(void *unused) {
  pair.right = 2;
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, set_left, NULL);
  pthread_create(&two, NULL, set_right, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  assert(pair.left == 1 && pair.right == 2);
  return 0;
}
