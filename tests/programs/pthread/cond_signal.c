// expect: => holds
// expect: -- -DFIRST => violated assert
// expect: -- -DSECOND => violated assert
// expect: -- -DBROADCAST => holds
// expect: --spurious-wakeups => violated assert
// expect: -- -DLOST => violated deadlock
// A signal wakes any one of those that wait, a broadcast all, and neither anybody who comes later.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int waiting, signalled, woken[2];

static void *waiter(void *argument)
{
    int me = (int)(long)argument;
    pthread_mutex_lock(&mutex);
    waiting++;
    assert(pthread_cond_wait(&cond, &mutex) == 0); //~ deadlock
    assert(signalled); //~ assert
    woken[me] = 1;
    pthread_mutex_unlock(&mutex);
    return 0;
}

int main(void)
{
    pthread_t threads[2];
    for (long i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, waiter, (void *)i);
    for (int ready = 0; !ready;) {
        pthread_mutex_lock(&mutex);
#ifdef LOST
        ready = 1;
#else
        ready = waiting == 2;
#endif
        signalled = ready;
        if (ready) {
#ifdef BROADCAST
            pthread_cond_broadcast(&cond);
#else
            pthread_cond_signal(&cond);
#endif
        }
        pthread_mutex_unlock(&mutex);
    }
#if defined FIRST || defined SECOND
    // Exactly one is woken, and it may be either.
    pthread_mutex_lock(&mutex);
#ifdef FIRST
    assert(!woken[0]); //~ assert
#else
    assert(!woken[1]); //~ assert
#endif
    assert(woken[0] + woken[1] <= 1);
    pthread_mutex_unlock(&mutex);
#endif
#ifndef BROADCAST
    pthread_mutex_lock(&mutex);
    pthread_cond_signal(&cond);
    pthread_mutex_unlock(&mutex);
#endif
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0); //~ deadlock
    assert(woken[0] && woken[1]);
    return 0;
}
