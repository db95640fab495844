// expect: => holds
// expect: -- -DKILL => error
// Priorities, names and processors change nothing; what an ordinary user may not do is refused.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>

static void nothing(void) {}

int main(void)
{
    pthread_t self = pthread_self();
    struct sched_param param = {.sched_priority = 3};
    int policy = -1;
    cpu_set_t processors;
    CPU_ZERO(&processors);
    CPU_SET(0, &processors);
    assert(pthread_setaffinity_np(self, sizeof processors, &processors) == 0);
    assert(sched_yield() == 0);
    assert(pthread_getschedparam(self, &policy, &param) == 0);
    assert(policy == SCHED_OTHER && param.sched_priority == 0);
    assert(pthread_setschedparam(self, SCHED_OTHER, &param) == 0);
    param.sched_priority = 1;
    assert(pthread_setschedparam(self, SCHED_OTHER, &param) == EINVAL);
    assert(pthread_setschedparam(self, SCHED_FIFO, &param) == EPERM);
    assert(pthread_setschedparam(self, 99, &param) == EINVAL);
    assert(pthread_setschedprio(self, 0) == 0);
    assert(pthread_setschedprio(self, 1) == EINVAL);
    assert(pthread_setname_np(self, "a name") == 0);
    assert(pthread_setname_np(self, "a name that is too long") == ERANGE);
    assert(pthread_getconcurrency() == 0);
    assert(pthread_setconcurrency(4) == 0 && pthread_setconcurrency(-1) == EINVAL);
    assert(pthread_getconcurrency() == 4);
#ifdef KILL
    pthread_kill(self, SIGUSR1);
#endif
    nothing();
    return 0;
}
