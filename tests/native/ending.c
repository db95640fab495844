#define _GNU_SOURCE
#include "say.h"
#include <errno.h>
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static volatile sig_atomic_t got;

static void handler(int signal) { got = signal; }

static void first(void) { say("first registered, last run"); }
static void second(void) {
  say("second");
  atexit(first);
}
static void with_status(int status, void *argument) { say("%d %s", status, (const char *)argument); }

__attribute__((destructor)) static void destructor(void) { say("destructor"); }

int main(void) {
  say("%d %d", signal(SIGTERM, handler) == SIG_DFL, signal(SIGTERM, handler) == handler);
  say("%d %d", raise(SIGTERM), got);
  got = 0;
  signal(SIGINT, SIG_IGN);
  say("%d %d", raise(SIGINT), got);
  errno = 0;
  say("%d %d", signal(999, handler) == SIG_ERR, errno);
  errno = 0;
  say("%d %d", raise(-1), errno);
  say("%d", raise(SIGCHLD));
  struct sigaction action, old;
  memset(&action, 0, sizeof action);
  action.sa_handler = handler;
  action.sa_flags = SA_RESETHAND;
  sigemptyset(&action.sa_mask);
  sigaddset(&action.sa_mask, SIGUSR2);
  say("%d %d", sigismember(&action.sa_mask, SIGUSR2), sigismember(&action.sa_mask, SIGUSR1));
  say("%d", sigaction(SIGUSR1, &action, &old));
  say("%d", old.sa_handler == SIG_DFL);
  say("%d %d", raise(SIGUSR1), got);
  sigaction(SIGUSR1, NULL, &old);
  say("%d", old.sa_handler == SIG_DFL);
  say("%d", getenv("NO_SUCH_VARIABLE") == NULL);
  say("%s %d", setlocale(LC_ALL, NULL), setlocale(LC_ALL, "xx_YY") == NULL);
  say("%d", (int)write(7, "x", 1));
  say("%d", errno);
  errno = 0;
  say("%d", sysconf(_SC_PAGESIZE) == getpagesize());
  on_exit(with_status, "argument");
  atexit(second);
  exit(0);
}
