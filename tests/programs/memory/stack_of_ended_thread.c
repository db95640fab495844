// A thread hands out its local variable and ends.
// expect: => violated memory
#include <pthread.h>
#include <stddef.h>

static int *result;

static void publish(int *number) { result = number; }

static void *compute(void *unused) {
  int local = 42;
  publish(&local);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, compute, NULL);
  pthread_join(thread, NULL);
  return *result - 42; //~ memory
}
