// expect: => violated deadlock
// expect: -- -DCHECK_UNDER_LOCK => holds
// expect: -- -DTIMED => holds
// The flag is set and signalled between the look at it and the wait.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static atomic_int ready;

static void *setter(void *argument)
{
#ifdef CHECK_UNDER_LOCK
    pthread_mutex_lock(&mutex);
#endif
    ready = 1;
    pthread_cond_signal(&cond);
#ifdef CHECK_UNDER_LOCK
    pthread_mutex_unlock(&mutex);
#endif
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, setter, 0);
    pthread_mutex_lock(&mutex);
    while (!ready)
#ifdef TIMED
        pthread_cond_timedwait(&cond, &mutex, &(struct timespec){.tv_sec = 1});
#else
        pthread_cond_wait(&cond, &mutex); //~ deadlock
#endif
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, 0);
    return 0;
}
