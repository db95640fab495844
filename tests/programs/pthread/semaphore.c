// expect: => holds
// expect: -m32 -- -idirafter /usr/include/x86_64-linux-gnu => holds
// expect: -m32 -- -idirafter /usr/include/x86_64-linux-gnu -D_FILE_OFFSET_BITS=64 -D_TIME_BITS=64 => holds
// expect: --property race -- -DTWO => violated race
// expect: -- -DNONE => violated deadlock
// expect: -- -DNEVER => violated assert
// expect: -- -DALWAYS => violated assert
// expect: -- -DUNINITIALISED => violated ub
// expect: -- -DDESTROYED => violated ub
// expect: --property race -- -DDESTROY_IN_USE => violated race
// expect: -- -DNAMED => error
// A semaphore as a mutex, its error numbers, deadlines, and what is undefined about it.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

#if defined TWO
#define START 2
#elif defined NONE
#define START 0
#else
#define START 1
#endif
static sem_t semaphore;
static int shared;

static void *worker(void *argument)
{
    assert(sem_wait(&semaphore) == 0); //~ deadlock race
    shared++; //~ race
    assert(sem_post(&semaphore) == 0);
    return argument;
}

int main(void)
{
    pthread_t threads[2];
    struct timespec time = {.tv_sec = 1}, wrong = {.tv_nsec = 1000000000};
    int value;
#ifdef UNINITIALISED
    sem_post(&semaphore); //~ ub
#endif
    assert(sem_init(&semaphore, 0, SEM_VALUE_MAX) == 0);
    assert(sem_post(&semaphore) == -1 && errno == EOVERFLOW);
    assert(sem_init(&semaphore, 0, SEM_VALUE_MAX + 1u) == -1 && errno == EINVAL);
    assert(sem_init(&semaphore, 1, 1) == 0);
    assert(sem_trywait(&semaphore) == 0);
    assert(sem_trywait(&semaphore) == -1 && errno == EAGAIN);
    assert(sem_timedwait(&semaphore, &time) == -1 && errno == ETIMEDOUT);
    assert(sem_timedwait(&semaphore, &wrong) == -1 && errno == EINVAL);
    assert(sem_clockwait(&semaphore, CLOCK_MONOTONIC, &time) == -1 && errno == ETIMEDOUT);
    assert(sem_clockwait(&semaphore, 88, &time) == -1 && errno == EINVAL);
    assert(sem_getvalue(&semaphore, &value) == 0 && value == 0);
    assert(sem_destroy(&semaphore) == 0);
#ifdef DESTROYED
    sem_wait(&semaphore); //~ ub
#endif
#ifdef NAMED
    sem_open("/name", O_CREAT, 0600, 1);
#endif
    sem_init(&semaphore, 0, START);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, worker, 0);
#ifdef DESTROY_IN_USE
    sem_destroy(&semaphore); //~ race
#endif
#if defined NEVER || defined ALWAYS
    assert(sem_timedwait(&semaphore, &wrong) == -1 && errno == EINVAL);
    int code = sem_timedwait(&semaphore, &time);
    assert(code == 0 || errno == ETIMEDOUT);
#ifdef NEVER
    assert(code == 0); //~ assert
#else
    assert(code != 0); //~ assert
#endif
    if (code == 0)
        sem_post(&semaphore);
#endif
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0); //~ deadlock
    assert(shared == 2);
    assert(sem_getvalue(&semaphore, &value) == 0 && value == START);
    return 0;
}
