// A blocked signal waits until it is not blocked any more; new threads block what their creator blocks.
// expect: => holds
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static _Thread_local int caught;
static void handler(int signal) { caught++; }

static void *worker(void *unused) {
  sigset_t set, pending;
  assert(pthread_sigmask(SIG_SETMASK, 0, &set) == 0 && sigismember(&set, SIGUSR1) && !sigismember(&set, SIGUSR2));
  raise(SIGUSR1), raise(SIGUSR1);
  assert(caught == 0 && sigpending(&pending) == 0 && sigismember(&pending, SIGUSR1) == 1);
  assert(sigprocmask(SIG_UNBLOCK, &set, 0) == 0 && caught == 1);
  raise(SIGUSR1);
  assert(caught == 2);
  return 0;
}

int main(void) {
  pthread_t thread;
  sigset_t set, old;
  stack_t stack = {.ss_flags = 0}, before;
  signal(SIGUSR1, handler);
  sigemptyset(&set), sigaddset(&set, SIGUSR1), sigaddset(&set, SIGKILL);
  assert(sigprocmask(17, &set, 0) == -1 && pthread_sigmask(17, 0, 0) == 0);
  assert(pthread_sigmask(SIG_BLOCK, &set, &old) == 0 && !sigismember(&old, SIGUSR1));
  pthread_create(&thread, 0, worker, 0);
  assert(pthread_sigmask(SIG_SETMASK, &old, &set) == 0 && sigismember(&set, SIGUSR1) && !sigismember(&set, SIGKILL));
  raise(SIGUSR1);
  assert(caught == 1);
  assert(sigaltstack(&stack, &before) == 0 && before.ss_flags == SS_DISABLE && sigaltstack(0, &before) == 0 && before.ss_flags == 0);
  pthread_join(thread, 0);
  return 0;
}
