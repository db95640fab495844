// expect: => holds
// expect: -m32 -- -idirafter /usr/include/x86_64-linux-gnu => holds
// expect: -m32 -- -idirafter /usr/include/x86_64-linux-gnu -D_FILE_OFFSET_BITS=64 -D_TIME_BITS=64 => holds
// expect: -- -DNEVER => violated assert
// expect: -- -DALWAYS => violated assert
// expect: -- -DCLOCK => holds
// expect: -- -DCLOCK -DNEVER => violated assert
// expect: -- -DCLOCK -DALWAYS => violated assert
// expect: -- -DUNLOCKED => violated assert
// A wait with a deadline ends by a signal or by the time, and has the mutex again either way.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond;
static int count;

static int wait_for_it(const struct timespec *time)
{
#ifdef CLOCK
    return pthread_cond_clockwait(&cond, &mutex, CLOCK_MONOTONIC, time);
#else
    return pthread_cond_timedwait(&cond, &mutex, time);
#endif
}

static void *signaller(void *argument)
{
    pthread_mutex_lock(&mutex);
    count++;
    pthread_cond_signal(&cond);
    pthread_mutex_unlock(&mutex);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_condattr_t attr;
    struct timespec time = {.tv_sec = 1}, wrong = {.tv_nsec = -1};
    pthread_condattr_init(&attr);
    pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
    pthread_cond_init(&cond, &attr);
    pthread_condattr_destroy(&attr);

    pthread_mutex_lock(&mutex);
    assert(wait_for_it(&wrong) == EINVAL);
    assert(pthread_cond_clockwait(&cond, &mutex, 99, &time) == EINVAL);
    assert(wait_for_it(&time) == ETIMEDOUT); // nobody is there to signal
    pthread_create(&thread, 0, signaller, 0);
    int before = count, code = wait_for_it(&time);
    assert(code == 0 || code == ETIMEDOUT);
    assert(code == ETIMEDOUT || count == before + 1);
#ifdef NEVER
    assert(code != ETIMEDOUT); //~ assert
#endif
#ifdef ALWAYS
    assert(code == ETIMEDOUT); //~ assert
#endif
#ifdef UNLOCKED
    assert(count == before); //~ assert
#endif
    pthread_mutex_unlock(&mutex); // a fault if it were not held
    pthread_join(thread, 0);
    return 0;
}
