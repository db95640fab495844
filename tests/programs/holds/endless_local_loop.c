// A thread that computes for ever on its own is a cycle, not a hang of the checker.
// expect: => holds
#include <pthread.h>
#include <stddef.h>

static void *turn(void *unused) {
  for (unsigned angle = 1; angle != 0; angle = angle % 7 + 1) {
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, turn, NULL);
  return 0;
}
