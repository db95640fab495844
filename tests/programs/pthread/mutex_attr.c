// expect: => holds
// expect: -m32 -- -idirafter /usr/include/x86_64-linux-gnu => holds
// expect: -- -DUNINITIALISED => violated memory
// expect: -- -DDESTROYED => violated memory
// expect: -- -DCEILING => error
// Attributes keep what they are told and refuse what they cannot be.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int main(void)
{
    pthread_mutexattr_t attr;
    int value;
#ifdef UNINITIALISED
    pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE); //~ memory
#endif
    assert(pthread_mutexattr_init(&attr) == 0);
    assert(pthread_mutexattr_gettype(&attr, &value) == 0 && value == PTHREAD_MUTEX_DEFAULT);
    assert(pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_ERRORCHECK) == 0);
    assert(pthread_mutexattr_settype(&attr, 17) == EINVAL);
    assert(pthread_mutexattr_setpshared(&attr, PTHREAD_PROCESS_SHARED) == 0);
    assert(pthread_mutexattr_setpshared(&attr, 2) == EINVAL);
    assert(pthread_mutexattr_setrobust(&attr, PTHREAD_MUTEX_ROBUST) == 0);
    assert(pthread_mutexattr_setrobust(&attr, -1) == EINVAL);
    assert(pthread_mutexattr_setprotocol(&attr, PTHREAD_PRIO_INHERIT) == 0);
    assert(pthread_mutexattr_setprotocol(&attr, 3) == EINVAL);
    assert(pthread_mutexattr_setprioceiling(&attr, 10) == 0);
    assert(pthread_mutexattr_setprioceiling(&attr, 100) == EINVAL);
    assert(pthread_mutexattr_gettype(&attr, &value) == 0 && value == PTHREAD_MUTEX_ERRORCHECK);
    assert(pthread_mutexattr_getpshared(&attr, &value) == 0 && value == PTHREAD_PROCESS_SHARED);
    assert(pthread_mutexattr_getrobust(&attr, &value) == 0 && value == PTHREAD_MUTEX_ROBUST);
    assert(pthread_mutexattr_getprotocol(&attr, &value) == 0 && value == PTHREAD_PRIO_INHERIT);
    assert(pthread_mutexattr_getprioceiling(&attr, &value) == 0 && value == 10);
#ifdef CEILING
    pthread_mutexattr_setprotocol(&attr, PTHREAD_PRIO_PROTECT);
#endif
    pthread_mutex_t mutex;
    assert(pthread_mutex_init(&mutex, &attr) == 0);
    assert(pthread_mutex_lock(&mutex) == 0 && pthread_mutex_lock(&mutex) == EDEADLK);
    assert(pthread_mutex_getprioceiling(&mutex, &value) == EINVAL);
    assert(pthread_mutex_setprioceiling(&mutex, 5, &value) == EINVAL);
    assert(pthread_mutexattr_destroy(&attr) == 0);
#ifdef DESTROYED
    pthread_mutex_init(&mutex, &attr); //~ memory
#endif
    return 0;
}
