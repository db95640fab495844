// Two bit-fields share a byte: writing one reads and rewrites the other.
// expect: => violated race
#include <pthread.h>
#include <stddef.h>

static struct {
  unsigned left : 4, right : 4;
} flags;

static void *set_left(void *unused) {
  flags.left = 1; //~ race
  return unused;
}

static void *set_right(void *unused) {
  flags.right = 1; //~ race
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, set_left, NULL);
  pthread_create(&two, NULL, set_right, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
