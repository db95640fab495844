// expect: => holds
// expect: -m32 -- -idirafter /usr/include/x86_64-linux-gnu => holds
// expect: -m32 -- -idirafter /usr/include/x86_64-linux-gnu -D_FILE_OFFSET_BITS=64 -D_TIME_BITS=64 => holds
// expect: -- -DNEVER => violated assert
// expect: -- -DALWAYS => violated assert
// expect: -- -DCLOCK => holds
// expect: -- -DCLOCK -DNEVER => violated assert
// expect: -- -DCLOCK -DALWAYS => violated assert
// expect: -- -DUNDEFINED_TIME => violated memory
// A lock with a deadline: it is taken, or the time is over; both happen. Waiting for it is no
// deadlock.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static int lock(const struct timespec *time)
{
#ifdef CLOCK
    return pthread_mutex_clocklock(&mutex, CLOCK_MONOTONIC, time);
#else
    return pthread_mutex_timedlock(&mutex, time);
#endif
}

static void *holder(void *argument)
{
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    return argument;
}

int main(void)
{
    pthread_t thread;
    struct timespec time = {.tv_sec = 1}, wrong = {.tv_nsec = 1000000000};
    assert(lock(&wrong) == 0); // a free mutex is taken, whatever the time
    assert(lock(&wrong) == EINVAL);
    assert(lock(&time) == ETIMEDOUT); // it would wait for itself
    assert(pthread_mutex_clocklock(&mutex, 77, &time) == EINVAL);
    pthread_mutex_unlock(&mutex);
#ifdef UNDEFINED_TIME
    struct timespec unset;
    pthread_mutex_lock(&mutex);
    lock(&unset);
#endif
    pthread_create(&thread, 0, holder, 0);
    int code = lock(&time);
    assert(code == 0 || code == ETIMEDOUT);
#ifdef NEVER
    assert(code != ETIMEDOUT); //~ assert
#endif
#ifdef ALWAYS
    assert(code == ETIMEDOUT); //~ assert
#endif
    if (code == 0)
        pthread_mutex_unlock(&mutex);
    pthread_join(thread, 0);

    pthread_mutex_t checking;
    pthread_mutexattr_t attr;
    pthread_mutexattr_init(&attr);
    pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&checking, &attr);
    assert(pthread_mutex_timedlock(&checking, &time) == 0);
    assert(pthread_mutex_timedlock(&checking, &time) == EDEADLK);
    return 0;
}
