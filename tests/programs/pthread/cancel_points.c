// expect: => holds
// expect: -- -DGOES_ON => violated assert
// expect: -- -DENDS => violated assert
// expect: -- -DSEMAPHORE => holds
// expect: -- -DSEMAPHORE -DGOES_ON => violated assert
// expect: -- -DSEMAPHORE -DENDS => violated assert
// expect: -- -DSEMAPHORE -DTIMED => holds
// expect: -- -DMUTUAL => holds
// A thread that is blocked in a join or at a semaphore can be cancelled. When what it waits for
// comes after the request, it may also go on; when it calls with the request there, it may not.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static sem_t semaphore, begin;
static pthread_t main_thread;

static void *waits(void *argument)
{
#ifdef SEMAPHORE
#ifdef TIMED
    struct timespec time = {.tv_sec = 1};
    if (sem_timedwait(&semaphore, &time) != 0)
        assert(errno == ETIMEDOUT);
#else
    assert(sem_wait(&semaphore) == 0);
#endif
#else
    pthread_t *other = argument;
    assert(pthread_join(*other, 0) == 0);
#endif
    return argument;
}

static void *sleeps(void *argument)
{
    sem_wait(&begin);
    return argument;
}

static void *asked_before(void *argument)
{
    pthread_cancel(pthread_self());
    sem_wait(argument);
    assert(0);
}

#ifdef MUTUAL
static void *joins_main(void *argument)
{
    pthread_join(main_thread, 0);
    return argument;
}

static void *saves(void *argument)
{
    pthread_cancel(*(pthread_t *)argument);
    return 0;
}
#endif

int main(void)
{
    static pthread_t thread, other;
    void *result;
    sem_init(&semaphore, 0, 1);
    sem_init(&begin, 0, 0);
    pthread_create(&thread, 0, asked_before, &semaphore);
    pthread_join(thread, &result);
    assert(result == PTHREAD_CANCELED);
    sem_wait(&semaphore);
#ifdef MUTUAL
    main_thread = pthread_self();
    pthread_create(&thread, 0, joins_main, 0);
    pthread_create(&other, 0, saves, &thread);
    pthread_join(thread, &result);
    assert(result == PTHREAD_CANCELED);
    return 0;
#endif
    pthread_create(&other, 0, sleeps, 0);
    pthread_create(&thread, 0, waits, &other);
    pthread_cancel(thread);
    sem_post(&begin);
    sem_post(&semaphore);
    pthread_join(thread, &result);
#ifdef GOES_ON
    assert(result == PTHREAD_CANCELED); //~ assert
#endif
#ifdef ENDS
    assert(result != PTHREAD_CANCELED); //~ assert
#endif
    return 0;
}
