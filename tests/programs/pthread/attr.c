// expect: => holds
// expect: -m32 -- -idirafter /usr/include/x86_64-linux-gnu => holds
// expect: -- -DJOIN_DETACHED => violated ub
// expect: -- -DUNINITIALISED => violated memory
// expect: -- -DDESTROYED => violated memory
// Attributes of threads keep what they are told; a detached thread cannot be joined.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>

static char stack[1 << 16];

static void *worker(void *argument) { return argument; }

int main(void)
{
    pthread_attr_t attr;
    pthread_t thread;
    struct sched_param param = {.sched_priority = 0};
    int value;
    size_t size;
    void *address;
#ifdef UNINITIALISED
    pthread_create(&thread, &attr, worker, 0); //~ memory
#endif
    assert(pthread_attr_init(&attr) == 0);
    assert(pthread_attr_getdetachstate(&attr, &value) == 0 && value == PTHREAD_CREATE_JOINABLE);
    assert(pthread_attr_getscope(&attr, &value) == 0 && value == PTHREAD_SCOPE_SYSTEM);
    assert(pthread_attr_getinheritsched(&attr, &value) == 0 && value == PTHREAD_INHERIT_SCHED);
    assert(pthread_attr_getschedpolicy(&attr, &value) == 0 && value == SCHED_OTHER);
    assert(pthread_attr_getguardsize(&attr, &size) == 0 && size == 4096);
    assert(pthread_attr_getstacksize(&attr, &size) == 0 && size == 8 << 20);
    assert(pthread_create(&thread, &attr, worker, 0) == 0);
    assert(pthread_join(thread, 0) == 0);

    assert(pthread_attr_setdetachstate(&attr, 2) == EINVAL);
    assert(pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED) == 0);
    assert(pthread_attr_setscope(&attr, PTHREAD_SCOPE_SYSTEM) == 0);
    assert(pthread_attr_setscope(&attr, PTHREAD_SCOPE_PROCESS) == ENOTSUP);
    assert(pthread_attr_setscope(&attr, 7) == EINVAL);
    assert(pthread_attr_setschedparam(&attr, &param) == 0);
    assert(pthread_attr_setschedpolicy(&attr, 77) == EINVAL);
    assert(pthread_attr_setschedpolicy(&attr, SCHED_FIFO) == 0);
    assert(pthread_attr_setschedparam(&attr, &param) == EINVAL);
    param.sched_priority = 5;
    assert(pthread_attr_setschedparam(&attr, &param) == 0);
    assert(pthread_attr_setinheritsched(&attr, PTHREAD_EXPLICIT_SCHED) == 0);
    assert(pthread_attr_setinheritsched(&attr, -3) == EINVAL);
    assert(pthread_attr_setguardsize(&attr, 100) == 0);
    assert(pthread_attr_setstacksize(&attr, 100) == EINVAL);
    assert(pthread_attr_setstacksize(&attr, 1 << 20) == 0);
    assert(pthread_attr_getdetachstate(&attr, &value) == 0 && value == PTHREAD_CREATE_DETACHED);
    assert(pthread_attr_getschedpolicy(&attr, &value) == 0 && value == SCHED_FIFO);
    assert(pthread_attr_getinheritsched(&attr, &value) == 0 && value == PTHREAD_EXPLICIT_SCHED);
    param.sched_priority = 0;
    assert(pthread_attr_getschedparam(&attr, &param) == 0 && param.sched_priority == 5);
    assert(pthread_attr_getguardsize(&attr, &size) == 0 && size == 100);
    assert(pthread_attr_getstacksize(&attr, &size) == 0 && size == 1 << 20);
    assert(pthread_attr_setstack(&attr, stack, 1) == EINVAL);
    assert(pthread_attr_setstack(&attr, stack, sizeof stack) == 0);
    assert(pthread_attr_getstack(&attr, &address, &size) == 0);
    assert(address == stack && size == sizeof stack);
    assert(pthread_attr_getstackaddr(&attr, &address) == 0 && address == stack + sizeof stack);
    cpu_set_t processors;
    CPU_ZERO(&processors);
    CPU_SET(0, &processors);
    assert(pthread_attr_setaffinity_np(&attr, sizeof processors, &processors) == 0);
    int code = pthread_create(&thread, &attr, worker, 0);
    assert(code == EPERM); // only root may ask for a real-time policy
    assert(pthread_attr_setinheritsched(&attr, PTHREAD_INHERIT_SCHED) == 0);

    assert(pthread_create(&thread, &attr, worker, 0) == 0);
    assert(pthread_attr_setstackaddr(&attr, stack + 512) == 0);
    assert(pthread_attr_getstackaddr(&attr, &address) == 0 && address == stack + 512);
    assert(pthread_attr_destroy(&attr) == 0);
#ifdef JOIN_DETACHED
    pthread_join(thread, 0); //~ ub
#endif
#ifdef DESTROYED
    pthread_create(&thread, &attr, worker, 0); //~ memory
#endif
    return 0;
}
