// What a program asks of the system about itself.
// expect: => holds
// expect: -D_FILE_OFFSET_BITS=64 => holds
// expect: -DROUNDING => error
// expect: -DFLAGS => error
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <fenv.h>
#include <gnu/libc-version.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <unistd.h>

extern long __sysconf(int);
extern int __register_atfork(void (*)(void), void (*)(void), void (*)(void), void *);
static void before(void) {}

static void *named(void *unused) {
  char name[16];
  assert(prctl(PR_GET_NAME, name) == 0 && strcmp(name, "worker") != 0);
  assert(prctl(PR_SET_NAME, "a name that is too long") == 0 && prctl(PR_GET_NAME, name) == 0);
  assert(strcmp(name, "a name that is ") == 0);
  return 0;
}

static void limits(void) {
  struct rlimit limit;
  assert(getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur == 8 << 20 && getrlimit(99, &limit) == -1);
  assert(getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur == 1024);
  limit.rlim_cur = limit.rlim_max + 1;
  assert(setrlimit(RLIMIT_NOFILE, &limit) == -1 && errno == EINVAL);
  limit.rlim_max = limit.rlim_cur = 100;
  assert(setrlimit(RLIMIT_NOFILE, &limit) == 0 && getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur == 100);
  struct rlimit64 wide;
  assert(getrlimit64(RLIMIT_NOFILE, &wide) == 0 && wide.rlim_cur == 100 && setrlimit64(RLIMIT_NOFILE, &wide) == 0);
  limit.rlim_max = 200;
  assert(setrlimit(RLIMIT_NOFILE, &limit) == -1 && errno == EPERM);
}

static void processors(void) {
  cpu_set_t set;
  unsigned processor, node;
  int here = sched_getcpu();
  assert(here == 0 || here == 1);
  assert(getcpu(&processor, &node) == 0 && processor < 2 && node == 0);
  assert(sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) == 2);
  assert(pthread_getaffinity_np(pthread_self(), sizeof set, &set) == 0 && CPU_ISSET(1, &set));
  assert(sched_setaffinity(0, sizeof set, &set) == 0);
}

static void numbers(void) {
  fenv_t environment;
  assert(fegetround() == FE_TONEAREST && fesetround(FE_TONEAREST) == 0 && fesetround(77) != 0);
  assert(feholdexcept(&environment) == 0 && feclearexcept(FE_ALL_EXCEPT) == 0 && fetestexcept(0) == 0);
  assert(fegetenv(&environment) == 0 && fesetenv(&environment) == 0 && feupdateenv(&environment) == 0);
#ifdef ROUNDING
  fesetround(FE_UPWARD);
#endif
#ifdef FLAGS
  fetestexcept(FE_INEXACT);
#endif
  assert(htons(0x1234) == 0x3412 && ntohl(htonl(0x12345678)) == 0x12345678 && htonl(1) == 1u << 24 && ntohs(1) == 256);
}

int main(void) {
  pthread_t thread;
  struct utsname names;
  char host[64];
  prctl(PR_SET_NAME, "worker");
  pthread_create(&thread, 0, named, 0);
  pthread_join(thread, 0);
  assert(prctl(PR_SET_PDEATHSIG, 9) == 0 && prctl(-5) == -1 && errno == EINVAL);
  assert(pthread_atfork(before, 0, 0) == 0 && __register_atfork(before, 0, 0, 0) == 0);
  assert(gnu_get_libc_version()[0] == '2' && gnu_get_libc_release());
  assert(getauxval(AT_PAGESZ) == 4096 && getauxval(12345) == 0 && errno == ENOENT);
  assert(getuid() == geteuid() && getgid() == getegid());
  assert(uname(&names) == 0 && strcmp(names.sysname, "Linux") == 0);
  assert(gethostname(host, sizeof host) == 0 && gethostname(host, 2) == -1);
  assert(sysconf(_SC_NPROCESSORS_ONLN) == 2 && sysconf(_SC_PAGESIZE) == 4096 && __sysconf(_SC_OPEN_MAX) == 1024);
  assert(sysconf(_SC_LEVEL1_DCACHE_LINESIZE) == 64 && sysconf(_SC_THREADS) > 0 && sysconf(9999) == -1);
  limits(), processors(), numbers();
  return 0;
}
