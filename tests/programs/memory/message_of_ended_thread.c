// The text of a message belongs to the thread that asked for it and ends with it. That it is made belongs to the step
// that writes it.
// expect: --property memory => violated memory
// expect: --property memory --reduction none => violated memory
// expect: --property memory --reduction tau => violated memory
// expect: --property memory --reduction global => violated memory
// expect: --property memory --reduction superstep => violated memory
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

static char *_Atomic shown;

static void *show(void *unused) {
  atomic_store(&shown, strerror(9999));
  return unused;
}

static void *change(void *unused) {
  char *message = atomic_load(&shown);
  if (message) message[0] = 'x'; //~ memory
  return unused;
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, NULL, show, NULL);
  pthread_create(&other, NULL, change, NULL);
  pthread_join(one, NULL);
  pthread_join(other, NULL);
  return 0;
}
