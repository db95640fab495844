// expect: => holds
// expect: -m32 -- -idirafter /usr/include/x86_64-linux-gnu => holds
// expect: -O2 => holds
// Mutexes that say what is wrong: every error number.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_mutex_t checking = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static pthread_mutex_t normal = PTHREAD_MUTEX_INITIALIZER;

static void *other(void *argument)
{
    assert(pthread_mutex_trylock(&recursive) == EBUSY);
    assert(pthread_mutex_trylock(&checking) == EBUSY);
    assert(pthread_mutex_trylock(&normal) == EBUSY);
    assert(pthread_mutex_unlock(&recursive) == EPERM);
    assert(pthread_mutex_unlock(&checking) == EPERM);
    return argument;
}

int main(void)
{
    pthread_mutexattr_t attr;
    pthread_mutex_t made;

    assert(pthread_mutex_unlock(&recursive) == EPERM);
    assert(pthread_mutex_unlock(&checking) == EPERM);
    assert(pthread_mutex_lock(&recursive) == 0);
    assert(pthread_mutex_lock(&recursive) == 0);
    assert(pthread_mutex_trylock(&recursive) == 0);
    assert(pthread_mutex_lock(&checking) == 0);
    assert(pthread_mutex_lock(&checking) == EDEADLK);
    assert(pthread_mutex_trylock(&checking) == EBUSY);
    assert(pthread_mutex_lock(&normal) == 0);
    assert(pthread_mutex_trylock(&normal) == EBUSY);

    pthread_t thread;
    assert(pthread_create(&thread, 0, other, 0) == 0);
    assert(pthread_join(thread, 0) == 0);

    for (int i = 0; i < 3; i++)
        assert(pthread_mutex_unlock(&recursive) == 0);
    assert(pthread_mutex_unlock(&recursive) == EPERM);
    assert(pthread_mutex_unlock(&checking) == 0);
    assert(pthread_mutex_unlock(&checking) == EPERM);
    assert(pthread_mutex_unlock(&normal) == 0);

    pthread_mutexattr_init(&attr);
    pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&made, &attr);
    pthread_mutexattr_destroy(&attr);
    assert(pthread_mutex_lock(&made) == 0 && pthread_mutex_lock(&made) == 0);
    assert(pthread_mutex_unlock(&made) == 0 && pthread_mutex_unlock(&made) == 0);
    assert(pthread_mutex_destroy(&made) == 0);
    return 0;
}
