// An address that its owner disguised is let out by another thread, which decodes and publishes it: the
// owner's accesses can be noticed from then on.
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
static _Atomic(volatile int *) shown;

static void *owner(void *unused) {
  volatile int *mine = malloc(4);
  *mine = 0;
  box = (uintptr_t)mine ^ KEY;
  *mine = 1; //~ race
  *mine = 2; //~ race
  return unused;
}

static void *decodes(void *unused) {
  uintptr_t code = box;
  if (code) shown = (volatile int *)(code ^ KEY);
  return unused;
}

static void *looks(void *unused) {
  volatile int *seen = shown;
  if (seen) assert(*seen != 1); //~ assert race
  return unused;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, owner, 0);
  pthread_create(&b, 0, decodes, 0);
  pthread_create(&c, 0, looks, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
  return 0;
}
