// A read in an atomic section races with a write outside. Behind the section the thread returns from a function
// whose variable others know: that ends the step, which is made again up to there.
// expect: -O0 --property race => violated race
// expect: -O0 --property race --reduction none => violated race
// expect: --property race => violated race
// expect: --property race --reduction superstep => violated race
#include <allways.h>
#include <pthread.h>
#include <stdatomic.h>

static int data;
static int *_Atomic published;

static void *write_data(void *unused) {
  __atomic_store_n(&data, 0, __ATOMIC_SEQ_CST); //~ race
  return unused;
}

static void __VERIFIER_atomic_read(void) {
  if (arbitrary(2) == 1) vassert(data != 1); //~ race
}

static void publish_and_read(void) {
  int local = 0;
  published = &local;
  __VERIFIER_atomic_read();
}

static void *read_data(void *unused) {
  publish_and_read();
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, write_data, NULL);
  pthread_create(&two, NULL, read_data, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
