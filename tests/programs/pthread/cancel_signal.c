// expect: => holds
// expect: -- -DBOTH_GO_ON => violated assert
// expect: -- -DSIGNALLED_ENDS => violated assert
// Two threads wait, one is cancelled, one is signalled: a thread that ends takes no signal with it.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int waiting;

static void unlock(void *argument) { pthread_mutex_unlock(argument); }

static void *waiter(void *argument)
{
    pthread_mutex_lock(&mutex);
    pthread_cleanup_push(unlock, &mutex);
    waiting++;
    pthread_cond_wait(&cond, &mutex);
    pthread_cleanup_pop(1);
    return argument;
}

int main(void)
{
    pthread_t threads[2];
    void *results[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, waiter, 0);
    for (int ready = 0; !ready;) {
        pthread_mutex_lock(&mutex);
        ready = waiting == 2;
        pthread_mutex_unlock(&mutex);
    }
    pthread_cond_signal(&cond);
    pthread_cancel(threads[0]);
#ifdef SIGNALLED_ENDS
    pthread_cancel(threads[1]);
#else
    // Whoever the signal woke, the other one is cancelled or needs another.
    pthread_join(threads[0], &results[0]);
    pthread_cond_signal(&cond);
    pthread_join(threads[1], &results[1]);
    assert(results[1] == 0);
#ifdef BOTH_GO_ON
    assert(results[0] == PTHREAD_CANCELED); //~ assert
#endif
    return 0;
#endif
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], &results[i]);
    assert(results[0] == PTHREAD_CANCELED && results[1] == PTHREAD_CANCELED); //~ assert
    return 0;
}
