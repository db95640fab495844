// What a thread spins for is a local variable of main, which waits for the thread.
// expect: => violated deadlock
// expect: -DMAIN => violated deadlock
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static void *work(void *given) {
#ifndef MAIN
  atomic_int *ready = given;
  while (!*ready) //~ deadlock
    ;
#endif
  return given;
}

int main(void) {
  atomic_int ready = 0;
  pthread_t thread;
  pthread_create(&thread, NULL, work, &ready);
#ifdef MAIN
  while (!ready) //~ deadlock
    ;
#endif
  pthread_join(thread, NULL);
  ready = 1;
  return 0;
}
