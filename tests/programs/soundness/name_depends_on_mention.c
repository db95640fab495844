// Which address an allocation returns depends on whether a stale pointer is still there, and it is looked at
// as a number.
// expect: --property assert => violated assert
// expect: --property assert --reduction none => violated assert
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

static _Atomic(char *) stale;
static _Atomic int begun;
static uintptr_t old;

// No function that only hands on what it allocates: its objects would be named by its callers.
static void make(char **block) { *block = malloc(8); }

static void *forgets(void *unused) {
  if (begun) stale = 0;
  return unused;
}

int main(void) {
  char *first;
  make(&first);
  stale = first;
  old = ~(uintptr_t)first;
  free(first);
  first = 0;
  pthread_t thread;
  pthread_create(&thread, 0, forgets, 0);
  begun = 1;
  char *second;
  make(&second);
  assert(~(uintptr_t)second != old); //~ assert
  pthread_join(thread, 0);
  free(second);
  return 0;
}
