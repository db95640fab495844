// Ways to end: `main` leaves before its thread, or nobody has an answer to a division.
// spin: holds
// spin -DWRONG: violated
// spin -DLOWEST: violated
// spin -DREMAINDER: violated
#include <assert.h>
#include <pthread.h>

int done, lowest = -2147483647 - 1, divisor = -1;

static void *run(void *unused) {
  done = 1;
#ifdef WRONG
  assert(done == 0);
#endif
  return unused;
}

int main(int argc, char **argv) {
  pthread_t thread;
  assert(argc == 1 && (lowest + 1) / divisor > 0 && lowest / 2 < 0 && 7 % divisor == 0);
#ifdef LOWEST
  lowest = lowest / divisor;
#endif
#ifdef REMAINDER
  lowest %= divisor;
#endif
  pthread_create(&thread, 0, run, 0);
  pthread_detach(thread);
  pthread_exit(0);
}
