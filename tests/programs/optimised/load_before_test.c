// expect: -O2 => violated race
// expect: => holds
// expect: -O0 => holds
// The optimiser reads `value` before it knows whether the lock is held: a race that C does not have.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int value;

static void *writer(void *unused) {
  pthread_mutex_lock(&lock);
  value = 2; //~ race
  pthread_mutex_unlock(&lock);
  return unused;
}

__attribute__((noinline)) static int look(int held) {
  return held ? value : 7; //~ race
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, writer, 0);
  int seen = look(0);
  pthread_mutex_lock(&lock);
  seen += look(1);
  pthread_mutex_unlock(&lock);
  pthread_join(thread, 0);
  return seen > 9;
}
