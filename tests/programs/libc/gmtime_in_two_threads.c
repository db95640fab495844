// expect: --property race => violated race
// gmtime returns the address of one variable for all threads.
#include <pthread.h>
#include <time.h>

static void *ask(void *unused) {
  time_t now = time(NULL);
  gmtime(&now); //~ race
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, ask, NULL);
  ask(NULL);
  pthread_join(thread, NULL);
  return 0;
}
