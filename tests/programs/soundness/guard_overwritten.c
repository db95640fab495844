// A mutex that is overwritten while it is held guards nothing: two threads are behind it.
// expect: --property assert => violated assert
// expect: --property assert --reduction none => violated assert
// expect: --property race => violated race
// expect: --property assert -- -DINITIALISE => violated assert
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

static pthread_mutex_t mutex;
static _Atomic int inside;
static int data;

static void *first(void *unused) {
  pthread_mutex_lock(&mutex); //~ race
  inside = 1;
  data = 1; //~ race
  return unused;
}

static void *second(void *unused) {
  if (inside) {
#ifdef INITIALISE
    pthread_mutex_init(&mutex, 0);
#else
    memset(&mutex, 0, sizeof mutex); //~ race
#endif
    pthread_mutex_lock(&mutex);
    data = 2; //~ race
    inside = 3;
    assert(data == 2); //~ assert race
  }
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
