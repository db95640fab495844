// expect: => holds
// expect: -O2 => holds
// expect: --property deadlock -- -DNO_CLEANUP => violated deadlock
// expect: -- -DTIMED => holds
// expect: -- -DSIGNAL => holds
// A thread that is cancelled while it waits has the mutex again when its handlers run.
#include <assert.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int waits, cleaned;

static void unlock(void *argument)
{
    cleaned = 1;
    assert(pthread_mutex_unlock(argument) == 0); // a fault if it were not held
}

static void *waiter(void *argument)
{
    pthread_mutex_lock(&mutex);
#ifndef NO_CLEANUP
    pthread_cleanup_push(unlock, &mutex);
#endif
    waits = 1;
#ifdef TIMED
    pthread_cond_timedwait(&cond, &mutex, &(struct timespec){.tv_sec = 1});
#else
    pthread_cond_wait(&cond, &mutex);
#endif
    waits = 0;
#ifndef NO_CLEANUP
    pthread_cleanup_pop(1);
#else
    pthread_mutex_unlock(&mutex);
#endif
    return argument;
}

int main(void)
{
    pthread_t thread;
    void *result;
    pthread_create(&thread, 0, waiter, &thread);
#ifdef SIGNAL
    pthread_cond_signal(&cond);
#endif
    pthread_cancel(thread);
    pthread_mutex_lock(&mutex); //~ deadlock
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, &result);
    assert(cleaned);
#if defined TIMED || defined SIGNAL
    assert(waits == (result == PTHREAD_CANCELED));
#else
    assert(result == PTHREAD_CANCELED && waits);
#endif
    return 0;
}
