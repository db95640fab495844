// expect: => holds
// expect: -- -DNOT_HELD => violated ub
// expect: -- -DHELD_TWICE => violated ub
// expect: -- -DTWO_MUTEXES => violated ub
// expect: -- -DDESTROY_WAITED => violated ub
// expect: -- -DDESTROY_MUTEX => violated ub
// expect: -- -DUSE_DESTROYED => violated ub
// expect: -- -DUNINITIALISED => violated ub
// expect: --property race -- -DDESTROY_IN_USE => violated race
// What POSIX leaves undefined about condition variables.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t checking = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int waiting, go;

static void *waiter(void *argument)
{
    pthread_mutex_lock(&mutex);
    waiting = 1;
    while (!go)
        pthread_cond_wait(&cond, &mutex);
    pthread_mutex_unlock(&mutex);
    return argument;
}

static void meanwhile(void)
{
#ifdef TWO_MUTEXES
    pthread_mutex_lock(&second);
    pthread_cond_wait(&cond, &second); //~ ub
#endif
#ifdef DESTROY_WAITED
    pthread_cond_destroy(&cond); //~ ub
#endif
#ifdef DESTROY_MUTEX
    pthread_mutex_unlock(&mutex);
    pthread_mutex_destroy(&mutex); //~ ub
#endif
}

int main(void)
{
    pthread_cond_t local;
    pthread_t thread;
    assert(pthread_cond_wait(&cond, &checking) == EPERM);
    assert(pthread_cond_wait(&cond, &recursive) == EPERM);
#ifdef NOT_HELD
    pthread_cond_wait(&cond, &mutex); //~ ub
#endif
#ifdef HELD_TWICE
    pthread_mutex_lock(&recursive);
    pthread_mutex_lock(&recursive);
    pthread_cond_wait(&cond, &recursive); //~ ub
#endif
#ifdef UNINITIALISED
    pthread_cond_signal(&local); //~ ub
#endif
    pthread_cond_init(&local, 0);
    pthread_cond_destroy(&local);
#ifdef USE_DESTROYED
    pthread_cond_broadcast(&local); //~ ub
#endif
    pthread_create(&thread, 0, waiter, 0);
#ifdef DESTROY_IN_USE
    pthread_cond_destroy(&cond); //~ race
#endif
    pthread_mutex_lock(&mutex);
    if (waiting)
        meanwhile();
    go = 1;
    pthread_cond_signal(&cond);
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, 0);
    assert(pthread_cond_destroy(&cond) == 0);
    return 0;
}
