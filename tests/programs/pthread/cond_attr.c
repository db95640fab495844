// expect: => holds
// expect: -- -DDESTROYED => violated memory
// Attributes of condition variables, read-write locks and barriers.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

int main(void)
{
    pthread_condattr_t cond;
    pthread_rwlockattr_t rwlock;
    pthread_barrierattr_t barrier;
    clockid_t clock;
    int value;
    assert(pthread_condattr_init(&cond) == 0);
    assert(pthread_condattr_getclock(&cond, &clock) == 0 && clock == CLOCK_REALTIME);
    assert(pthread_condattr_setclock(&cond, CLOCK_MONOTONIC) == 0);
    assert(pthread_condattr_setclock(&cond, CLOCK_PROCESS_CPUTIME_ID) == EINVAL);
    assert(pthread_condattr_getpshared(&cond, &value) == 0 && value == PTHREAD_PROCESS_PRIVATE);
    assert(pthread_condattr_setpshared(&cond, PTHREAD_PROCESS_SHARED) == 0);
    assert(pthread_condattr_setpshared(&cond, 5) == EINVAL);
    assert(pthread_condattr_getclock(&cond, &clock) == 0 && clock == CLOCK_MONOTONIC);
    assert(pthread_condattr_getpshared(&cond, &value) == 0 && value == PTHREAD_PROCESS_SHARED);
    assert(pthread_condattr_destroy(&cond) == 0);
#ifdef DESTROYED
    pthread_condattr_getclock(&cond, &clock); //~ memory
#endif
    assert(pthread_rwlockattr_init(&rwlock) == 0);
    assert(pthread_rwlockattr_getkind_np(&rwlock, &value) == 0);
    assert(value == PTHREAD_RWLOCK_PREFER_READER_NP);
    assert(pthread_rwlockattr_setkind_np(&rwlock, 9) == EINVAL);
    assert(pthread_rwlockattr_setkind_np(&rwlock, PTHREAD_RWLOCK_PREFER_WRITER_NP) == 0);
    assert(pthread_rwlockattr_setpshared(&rwlock, PTHREAD_PROCESS_SHARED) == 0);
    assert(pthread_rwlockattr_getkind_np(&rwlock, &value) == 0);
    assert(value == PTHREAD_RWLOCK_PREFER_WRITER_NP);
    assert(pthread_rwlockattr_getpshared(&rwlock, &value) == 0);
    assert(value == PTHREAD_PROCESS_SHARED);
    assert(pthread_rwlockattr_destroy(&rwlock) == 0);
    assert(pthread_barrierattr_init(&barrier) == 0);
    assert(pthread_barrierattr_setpshared(&barrier, PTHREAD_PROCESS_SHARED) == 0);
    assert(pthread_barrierattr_setpshared(&barrier, 2) == EINVAL);
    assert(pthread_barrierattr_getpshared(&barrier, &value) == 0);
    assert(value == PTHREAD_PROCESS_SHARED);
    assert(pthread_barrierattr_destroy(&barrier) == 0);
    return 0;
}
