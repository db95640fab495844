// An atomic section excludes other threads' steps, but the access outside is still unprotected.
// expect: => violated race
// expect: -O0 => violated race
// expect: -O2 => violated race
// expect: --reduction superstep -O0 => violated race
// expect: -- -DBOTH => holds
#include <allways.h>
#include <pthread.h>
#include <stddef.h>

static int total;

static void *add(void *unused) {
  beginatomic();
  total += 2; //~ race
  endatomic();
  return unused;
}

static void *add_outside(void *unused) {
#ifdef BOTH
  beginatomic();
#endif
  total += 3; //~ race
#ifdef BOTH
  endatomic();
#endif
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, add, NULL);
  pthread_create(&two, NULL, add_outside, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
