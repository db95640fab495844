// An address that its owner disguised is decoded and used by another thread.
// expect: --property assert => violated assert
// expect: --property assert --reduction none => violated assert
// expect: => violated race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

#define KEY 0x5555555555555555u

static _Atomic uintptr_t box;

static void *owner(void *unused) {
  volatile int *mine = malloc(4);
  *mine = 0;
  box = (uintptr_t)mine ^ KEY;
  *mine = 1; //~ race
  *mine = 2; //~ race
  return unused;
}

static void *uses(void *unused) {
  uintptr_t code = box;
  if (code) assert(*(volatile int *)(code ^ KEY) != 1); //~ assert race
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, owner, 0);
  pthread_create(&b, 0, uses, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
