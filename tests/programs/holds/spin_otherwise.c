// Loops without end that are no waiting: `termination` is for them.
// expect: => holds
// expect: -DSLEEPS => holds
// expect: -DSIGNALS => holds
// expect: -DCHANGES => holds
// expect: -DLOCKS => holds
// expect: -DPRINTS => holds
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <unistd.h>

static atomic_int flag, other;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void handler(int unused) { flag = unused; }

static void *work(void *unused) {
#if defined SLEEPS
  while (!flag)
    sleep(1);
#elif defined SIGNALS
  while (!flag)
    ;
#elif defined CHANGES
  while (!flag)
    other = !other;
#elif defined LOCKS
  for (;;) {
    pthread_mutex_lock(&lock);
    if (flag)
      break;
    pthread_mutex_unlock(&lock);
  }
#elif defined PRINTS
  while (!flag)
    puts("waiting");
#else
  for (;;)
    ;
#endif
  return unused;
}

int main(void) {
  pthread_t thread;
#ifdef SIGNALS
  signal(SIGINT, handler);
#else
  (void)handler;
#endif
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
  return 0;
}
