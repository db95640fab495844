// Broken rule: "a step runs on to the next visible operation, whatever happens on the way".
//
// The first thread raises the flag and dies of a null pointer. When memory faults are not asked for, the
// path ends there; but before it does, the other thread can see the flag.
//
// expect: --property assert => violated assert
// expect: --property memory => violated memory
// expect: --property deadlock => unknown
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int flag;
static int *nowhere;

static void *die(void *unused) {
  flag = 1;
  *nowhere = 1; //~ memory
  return unused;
}

static void *look(void *unused) {
  if (flag) assert(0); //~ assert
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, die, NULL);
  pthread_create(&two, NULL, look, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
