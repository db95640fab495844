// Nearly always a variable is touched with its mutex held.
// expect: --property assert => violated assert
// expect: --property race => violated race
#include <allways.h>
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static volatile int data;
static int chosen;

static void *writes(void *unused) {
  pthread_mutex_lock(&mutex);
  data = 1; //~ race
  data = 2; //~ race
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void *reads(void *unused) {
  if (chosen == 231) {
    assert(data != 1); //~ assert race
  } else {
    pthread_mutex_lock(&mutex);
    assert(data != 1);
    pthread_mutex_unlock(&mutex);
  }
  return unused;
}

int main(void) {
  pthread_t a, b;
  chosen = arbitrary(300);
  pthread_create(&a, 0, writes, 0);
  pthread_create(&b, 0, reads, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
