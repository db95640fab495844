// A divisor that another thread sets to zero in between.
// expect: => violated ub
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_uint buckets = 4;

static void *clear(void *unused) {
  buckets = 0;
  return unused;
}

int main(void) {
  pthread_t thread;
  unsigned hash = 7, bucket = 0;
  pthread_create(&thread, NULL, clear, NULL);
  if (buckets != 0) bucket = hash % buckets; //~ ub
  pthread_join(thread, NULL);
  return bucket == 3 || bucket == 0 ? 0 : 1;
}
