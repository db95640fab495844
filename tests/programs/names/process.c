// expect: -- -fno-builtin => holds
// Time, signals, threads and the process under their less common names.
#define _GNU_SOURCE
#include <assert.h>
#include <err.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

typedef void handler(int);
extern handler *__sysv_signal(int, handler *), *bsd_signal(int, handler *), *ssignal(int, handler *), *sysv_signal(int, handler *);
extern int __cxa_atexit(void (*)(void *), void *, void *);
extern char *__secure_getenv(const char *);
extern int consistent_np(pthread_mutex_t *) __asm__("pthread_mutex_consistent_np"), yield_np(void) __asm__("pthread_yield");
extern int getrobust_np(const pthread_mutexattr_t *, int *) __asm__("pthread_mutexattr_getrobust_np"), setrobust_np(pthread_mutexattr_t *, int) __asm__("pthread_mutexattr_setrobust_np");
extern int plain_sigsetjmp(sigjmp_buf, int) __asm__("sigsetjmp") __attribute__((returns_twice));
extern _Bool __atomic_is_lock_free_call(size_t, void *) __asm__("__atomic_is_lock_free");
extern void __atomic_exchange_call(size_t, void *, void *, void *, int) __asm__("__atomic_exchange");

static volatile int caught;
static void catch(int signal) { caught = signal; }
static void last(void *argument) { _exit(argument != &caught); }

static void times(void) {
  struct timespec t;
  struct timeval v;
  time_t now = 1000000000;
  struct tm tm, *local;
  char text[32];
  assert(timespec_get(&t, TIME_UTC) == TIME_UTC && gettimeofday(&v, 0) == 0 && clock_getres(CLOCK_REALTIME, &t) == 0);
  assert(clock_nanosleep(CLOCK_MONOTONIC, 0, &t, 0) == 0);
  tzset();
  assert(gmtime_r(&now, &tm) && tm.tm_year == 101 && (local = localtime(&now)) && local->tm_mon == 8 && timelocal(&tm) == now);
  assert(strncmp(asctime_r(&tm, text), "Sun Sep  9", 10) == 0 && strncmp(ctime(&now), "Sun Sep  9", 10) == 0);
}

static void signals(void) {
  sigset_t set;
  assert(sigfillset(&set) == 0 && sigdelset(&set, SIGINT) == 0 && !sigismember(&set, SIGINT) && sigismember(&set, SIGTERM));
  assert(ssignal(SIGUSR1, catch) != SIG_ERR && gsignal(SIGUSR1) == 0 && caught == SIGUSR1);
  assert(bsd_signal(SIGUSR2, catch) != SIG_ERR && raise(SIGUSR2) == 0 && caught == SIGUSR2);
  assert(sysv_signal(SIGINT, catch) != SIG_ERR && raise(SIGINT) == 0 && __sysv_signal(SIGINT, catch) == SIG_DFL);
}

static void warn_all(const char *format, ...) {
  va_list list;
  va_start(list, format);
  vwarn(format, list);
  va_end(list), va_start(list, format);
  vwarnx(format, list);
  va_end(list);
}

static void threads(void) {
  pthread_mutexattr_t attr;
  pthread_mutex_t mutex;
  int robust = -1;
  assert(pthread_mutexattr_init(&attr) == 0 && setrobust_np(&attr, PTHREAD_MUTEX_ROBUST) == 0);
  assert(getrobust_np(&attr, &robust) == 0 && robust == PTHREAD_MUTEX_ROBUST);
  assert(pthread_mutex_init(&mutex, &attr) == 0 && consistent_np(&mutex) != 0 && yield_np() == 0);
}

static void objects(void) {
  struct triple { char c[3]; } object = {{1, 2, 3}}, value = {{4, 5, 6}}, old;
  __atomic_exchange_call(3, &object, &value, &old, 5);
  assert(old.c[2] == 3 && object.c[0] == 4 && __atomic_is_lock_free_call(4, 0) && !__atomic_is_lock_free_call(3, 0));
}

static void jumps(void) {
  jmp_buf a;
  sigjmp_buf b;
  if ((setjmp)(a) == 0) longjmp(a, 1);
  if (plain_sigsetjmp(b, 1) == 0) siglongjmp(b, 1);
}

int main(void) {
  times();
  signals();
  warn_all("%d", 3);
  threads();
  objects();
  jumps();
  assert(get_nprocs() == 2 && get_nprocs_conf() == 2 && getpid() > 0 && getppid() > 0);
  assert(secure_getenv("PATH") == 0 && __secure_getenv("PATH") == 0);
  assert(__cxa_atexit(last, (void *)&caught, 0) == 0);
  return 3;
}
