// Two threads are stuck in a cycle of locks while a third one still runs.
// expect: => violated deadlock
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static atomic_int stop;

static void *a_then_b(void *unused) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b); //~ deadlock
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return unused;
}

static void *b_then_a(void *unused) {
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a); //~ deadlock
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return unused;
}

static void *spin(void *unused) {
  while (!stop) {
  }
  return unused;
}

int main(void) {
  pthread_t one, two, three;
  pthread_create(&three, NULL, spin, NULL);
  pthread_create(&one, NULL, a_then_b, NULL);
  pthread_create(&two, NULL, b_then_a, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  stop = 1;
  pthread_join(three, NULL);
  return 0;
}
