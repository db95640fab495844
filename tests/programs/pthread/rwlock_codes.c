// expect: => holds
// expect: -m32 -- -idirafter /usr/include/x86_64-linux-gnu => holds
// expect: -m32 -- -idirafter /usr/include/x86_64-linux-gnu -D_FILE_OFFSET_BITS=64 -D_TIME_BITS=64 => holds
// expect: -- -DNOT_HELD => violated ub
// expect: -- -DNOT_MINE => violated ub
// expect: -- -DDESTROY_HELD => violated ub
// expect: -- -DUSE_DESTROYED => violated ub
// expect: -- -DUPGRADE => violated deadlock
// expect: -- -DNEVER => violated assert
// expect: -- -DALWAYS => violated assert
// Every error number of read-write locks, what is undefined about them, and deadlines.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static const struct timespec soon = {.tv_sec = 1}, wrong = {.tv_nsec = 1000000000};

static void *other(void *write_locked)
{
    assert(pthread_rwlock_trywrlock(&lock) == EBUSY);
    assert(pthread_rwlock_timedwrlock(&lock, &soon) == ETIMEDOUT);
    assert(pthread_rwlock_timedwrlock(&lock, &wrong) == EINVAL);
    assert(pthread_rwlock_clockwrlock(&lock, CLOCK_MONOTONIC, &soon) == ETIMEDOUT);
    assert(pthread_rwlock_clockwrlock(&lock, 50, &soon) == EINVAL);
    if (write_locked) {
        assert(pthread_rwlock_tryrdlock(&lock) == EBUSY);
        assert(pthread_rwlock_timedrdlock(&lock, &soon) == ETIMEDOUT);
        assert(pthread_rwlock_clockrdlock(&lock, CLOCK_REALTIME, &soon) == ETIMEDOUT);
#ifdef NOT_MINE
        pthread_rwlock_unlock(&lock); //~ ub
#endif
    } else {
        assert(pthread_rwlock_tryrdlock(&lock) == 0);
        assert(pthread_rwlock_timedrdlock(&lock, &wrong) == EINVAL); // looked at first
        assert(pthread_rwlock_timedrdlock(&lock, &soon) == 0);
        assert(pthread_rwlock_unlock(&lock) == 0 && pthread_rwlock_unlock(&lock) == 0);
    }
    return 0;
}

static void *writer(void *argument)
{
    pthread_rwlock_wrlock(&lock);
    pthread_rwlock_unlock(&lock);
    return argument;
}

static void beside(void *(*function)(void *), void *argument)
{
    pthread_t thread;
    pthread_create(&thread, 0, function, argument);
    pthread_join(thread, 0);
}

int main(void)
{
    assert(pthread_rwlock_wrlock(&lock) == 0);
    assert(pthread_rwlock_wrlock(&lock) == EDEADLK);
    assert(pthread_rwlock_rdlock(&lock) == EDEADLK);
    assert(pthread_rwlock_trywrlock(&lock) == EBUSY);
    assert(pthread_rwlock_tryrdlock(&lock) == EBUSY);
    beside(other, &lock);
    assert(pthread_rwlock_unlock(&lock) == 0);
    assert(pthread_rwlock_rdlock(&lock) == 0);
    beside(other, 0);
#ifdef UPGRADE
    pthread_rwlock_wrlock(&lock); //~ deadlock
#endif
#ifdef DESTROY_HELD
    pthread_rwlock_destroy(&lock); //~ ub
#endif
    assert(pthread_rwlock_unlock(&lock) == 0);
#ifdef NOT_HELD
    pthread_rwlock_unlock(&lock); //~ ub
#endif
    pthread_t thread;
    pthread_create(&thread, 0, writer, 0);
    int code = pthread_rwlock_timedrdlock(&lock, &soon);
    assert(code == 0 || code == ETIMEDOUT);
#ifdef NEVER
    assert(code == 0); //~ assert
#endif
#ifdef ALWAYS
    assert(code == ETIMEDOUT); //~ assert
#endif
    if (code == 0)
        pthread_rwlock_unlock(&lock);
    pthread_join(thread, 0);
    pthread_rwlock_destroy(&lock);
#ifdef USE_DESTROYED
    pthread_rwlock_rdlock(&lock); //~ ub
#endif
    return 0;
}
