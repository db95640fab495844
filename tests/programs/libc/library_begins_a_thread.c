// A function of the library as the start of a thread: said plainly, not that it has no model.
// expect: => error
#include <pthread.h>
#include <stdlib.h>

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, (void *(*)(void *))malloc, (void *)1);
  return pthread_join(thread, NULL);
}
