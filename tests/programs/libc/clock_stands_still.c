// expect: => holds
// The clock is fixed, so that a loop that sleeps and looks at it has few states.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

extern unsigned long long __allways_ticks(void);  // what `rdtsc` shows
static volatile int stop;

int main(void) {
  struct timespec before, after, wrong = {0, -1};
  time_t now = time(NULL);
  clock_gettime(CLOCK_MONOTONIC, &before);
  for (;;) {
    sleep(1);
    usleep(10);
    clock_gettime(CLOCK_MONOTONIC, &after);
    assert(after.tv_sec == before.tv_sec && after.tv_nsec == before.tv_nsec);
    assert(time(NULL) == now && clock() == 0);
    assert(__allways_ticks() == __builtin_ia32_rdtsc());
    assert(nanosleep(&wrong, NULL) == -1 && errno == EINVAL);
  }
}
