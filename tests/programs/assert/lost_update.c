// An atomic load and an atomic store are not an atomic increment.
// expect: => violated assert
// expect: -- -DATOMIC_INCREMENT => holds
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int counter;

static void *increment(void *unused) {
#ifdef ATOMIC_INCREMENT
  counter++;
#else
  counter = counter + 1;
#endif
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, increment, NULL);
  pthread_create(&two, NULL, increment, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  assert(counter == 2); //~ assert
  return 0;
}
