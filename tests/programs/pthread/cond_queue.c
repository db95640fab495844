// expect: => holds
// expect: -m32 -- -idirafter /usr/include/x86_64-linux-gnu => holds
// expect: --spurious-wakeups => holds
// expect: -- -DONE_SIGNAL => violated deadlock
// expect: -- -DIF => violated assert
// A queue of one place between two producers and two consumers.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int full, taken;

static void wake(void)
{
#ifdef ONE_SIGNAL
    pthread_cond_signal(&changed); // may wake one that waits for the same
#else
    pthread_cond_broadcast(&changed);
#endif
}

static void *producer(void *argument)
{
    pthread_mutex_lock(&mutex);
    while (full)
        pthread_cond_wait(&changed, &mutex);
    full = 1;
    wake();
    pthread_mutex_unlock(&mutex);
    return argument;
}

static void *consumer(void *argument)
{
    pthread_mutex_lock(&mutex);
#ifdef IF
    if (!full)
#else
    while (!full)
#endif
        pthread_cond_wait(&changed, &mutex);
    assert(full); //~ assert
    full = 0;
    taken++;
    wake();
    pthread_mutex_unlock(&mutex);
    return argument;
}

int main(void)
{
    pthread_t threads[4];
    for (int i = 0; i < 2; i++) {
        pthread_create(&threads[i], 0, producer, 0);
        pthread_create(&threads[2 + i], 0, consumer, 0);
    }
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], 0);
    assert(taken == 2 && !full);
    assert(pthread_cond_destroy(&changed) == 0);
    return 0;
}
