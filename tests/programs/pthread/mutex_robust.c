// expect: => holds
// expect: -m32 -- -idirafter /usr/include/x86_64-linux-gnu => holds
// expect: -- -DNOT_ROBUST => violated deadlock
// expect: -- -DFORGET => violated assert
// A thread dies with a mutex in its hands: the next one is told.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t mutex;

static void *dies(void *argument)
{
    assert(pthread_mutex_lock(&mutex) == 0);
    return argument;
}

static void *lives(void *argument)
{
    int code = pthread_mutex_lock(&mutex); //~ deadlock
    assert(code == 0 || code == EOWNERDEAD);
    if (code == EOWNERDEAD)
        assert(pthread_mutex_consistent(&mutex) == 0);
    assert(pthread_mutex_consistent(&mutex) == EINVAL);
    assert(pthread_mutex_unlock(&mutex) == 0);
    return argument;
}

int main(void)
{
    pthread_mutexattr_t attr;
    pthread_mutexattr_init(&attr);
#ifndef NOT_ROBUST
    pthread_mutexattr_setrobust(&attr, PTHREAD_MUTEX_ROBUST);
#endif
    pthread_mutex_init(&mutex, &attr);
    pthread_t first, second;
    pthread_create(&first, 0, dies, 0);
    pthread_create(&second, 0, lives, 0);
    pthread_join(first, 0);
    pthread_join(second, 0); //~ deadlock

    // The second was either before the first or after it.
    int code = pthread_mutex_lock(&mutex);
    assert(code == 0 || code == EOWNERDEAD);
    assert(pthread_mutex_unlock(&mutex) == 0);
    // Whoever unlocks it without a word about its state spoils it for good.
    int again = pthread_mutex_trylock(&mutex);
    assert(again == (code == 0 ? 0 : ENOTRECOVERABLE));
#ifdef FORGET
    assert(again != ENOTRECOVERABLE); //~ assert
#endif
    if (again == 0)
        assert(pthread_mutex_unlock(&mutex) == 0);
    else
        assert(pthread_mutex_unlock(&mutex) == EPERM);
    return 0;
}
