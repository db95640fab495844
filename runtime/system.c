/* What a program asks of the system about itself. */

#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/prctl.h>
#include <sys/utsname.h>
#include <unistd.h>

long __allways_choose(long count);

static int refuse(int code)
{
    errno = code;
    return -1;
}

/* Bytes of a thread's name with the zero that ends it. */
#define NAME 16
static _Thread_local char own_name[NAME];

static void get_name(char *to)
{
    memcpy(to, own_name[0] ? own_name : "program", own_name[0] ? NAME : sizeof "program");
}

static void set_name(char *from)
{
    size_t length = strnlen(from, NAME - 1);
    memset(own_name, 0, NAME);
    memcpy(own_name, from, length);
}

int prctl(int option, ...)
{
    va_list list;
    switch (option) {
    case PR_SET_NAME:
    case PR_GET_NAME:
        va_start(list, option);
        (option == PR_SET_NAME ? set_name : get_name)(va_arg(list, char *));
        va_end(list);
        return 0;
    case PR_GET_DUMPABLE:
        return 1;
    case PR_SET_DUMPABLE:
    case PR_SET_PDEATHSIG:
    case PR_SET_TIMERSLACK:
    case PR_SET_NO_NEW_PRIVS:
    case PR_SET_KEEPCAPS:
    case PR_SET_THP_DISABLE:
        return 0;
    }
    return refuse(EINVAL);
}

/* Nobody forks. */
int pthread_atfork(void (*before)(void), void (*parent)(void), void (*child)(void)) { return 0; }
int __register_atfork(void (*before)(void), void (*parent)(void), void (*child)(void), void *object)
{
    return 0;
}

const char *gnu_get_libc_version(void) { return "2.36"; }
const char *gnu_get_libc_release(void) { return "stable"; }

unsigned long getauxval(unsigned long kind)
{
    switch (kind) {
    case AT_PAGESZ:
        return 4096;
    case AT_CLKTCK:
        return 100;
    case AT_UID:
    case AT_EUID:
    case AT_GID:
    case AT_EGID:
        return 1000;
    case AT_SECURE:
    case AT_HWCAP:
    case AT_HWCAP2:
        return 0;
    }
    errno = ENOENT;
    return 0;
}

uid_t getuid(void) { return 1000; }
uid_t geteuid(void) { return 1000; }
gid_t getgid(void) { return 1000; }
gid_t getegid(void) { return 1000; }

int uname(struct utsname *to)
{
    memset(to, 0, sizeof *to);
    memcpy(to->sysname, "Linux", sizeof "Linux");
    memcpy(to->nodename, "localhost", sizeof "localhost");
    memcpy(to->release, "6.1.0", sizeof "6.1.0");
    memcpy(to->version, "#1", sizeof "#1");
    memcpy(to->machine, sizeof(void *) == 8 ? "x86_64" : "i686", sizeof(void *) == 8 ? 7 : 5);
    return 0;
}

int gethostname(char *to, size_t size)
{
    static const char name[] = "localhost";
    if (size < sizeof name)
        return refuse(ENAMETOOLONG);
    memcpy(to, name, sizeof name);
    return 0;
}

/* Two processors, and a thread may run on either at any moment. */
int sched_getcpu(void) { return (int)__allways_choose(2); }

int getcpu(unsigned *processor, unsigned *node)
{
    if (processor)
        *processor = (unsigned)sched_getcpu();
    if (node)
        *node = 0;
    return 0;
}

int sched_getaffinity(pid_t process, size_t size, cpu_set_t *set)
{
    if (size < sizeof(unsigned long))
        return refuse(EINVAL);
    memset(set, 0, size);
    set->__bits[0] = 3;
    return 0;
}

int pthread_getaffinity_np(pthread_t thread, size_t size, cpu_set_t *set)
{
    return sched_getaffinity(0, size, set) ? EINVAL : 0;
}

int sched_setaffinity(pid_t process, size_t size, const cpu_set_t *set) { return 0; }

int __sched_cpucount(size_t size, const cpu_set_t *set)
{
    int count = 0;
    for (size_t i = 0; i < size / sizeof set->__bits[0]; i++)
        count += __builtin_popcountl(set->__bits[i]);
    return count;
}
