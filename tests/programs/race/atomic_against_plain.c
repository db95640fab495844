// One side is atomic, the other one reads the same variable plainly.
// expect: => violated race
#include <pthread.h>
#include <stddef.h>

static int hits;

static void *hit(void *unused) {
  __atomic_fetch_add(&hits, 1, __ATOMIC_SEQ_CST); //~ race
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, hit, NULL);
  int seen = hits; //~ race
  pthread_join(thread, NULL);
  return seen - seen;
}
