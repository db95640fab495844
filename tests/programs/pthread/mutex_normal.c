// expect: => holds
// expect: -m32 -- -idirafter /usr/include/x86_64-linux-gnu => holds
// expect: -- -DRELOCK => violated deadlock
// expect: -- -DADAPTIVE -DRELOCK => violated deadlock
// expect: -- -DUNLOCK_FREE => violated ub
// expect: -- -DUNLOCK_OTHER => violated ub
// expect: -- -DDESTROY_LOCKED => violated ub
// expect: -- -DUSE_DESTROYED => violated ub
// expect: -- -DUNINITIALISED => violated ub
// expect: --property race -- -DDESTROY_IN_USE => violated race
// expect: --property race -- -DINIT_IN_USE => violated race
// expect: -- -DEXIT_LOCKED => violated deadlock
// A mutex that checks nothing: what POSIX leaves undefined is a fault.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

#ifdef ADAPTIVE
static pthread_mutex_t mutex = PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP;
#else
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
#endif
static int shared;

static void *worker(void *argument)
{
#ifdef UNLOCK_OTHER
    pthread_mutex_unlock(&mutex); //~ ub
#endif
    assert(pthread_mutex_lock(&mutex) == 0); //~ race
#ifdef EXIT_LOCKED
    pthread_exit(argument);
#endif
    shared++;
    assert(pthread_mutex_unlock(&mutex) == 0);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
#ifdef DESTROY_IN_USE
    pthread_mutex_destroy(&mutex); //~ race
#endif
#ifdef INIT_IN_USE
    pthread_mutex_init(&mutex, 0); //~ race
#endif
#ifdef UNLOCK_FREE
    pthread_join(thread, 0);
    pthread_mutex_unlock(&mutex); //~ ub
#endif
#ifdef EXIT_LOCKED
    pthread_join(thread, 0);
#endif
    pthread_mutex_lock(&mutex); //~ deadlock
#ifdef RELOCK
    pthread_mutex_lock(&mutex); //~ deadlock
#endif
    shared++;
    pthread_mutex_unlock(&mutex);
#ifndef UNLOCK_FREE
    pthread_join(thread, 0);
#endif
    assert(shared == 2);
#ifdef DESTROY_LOCKED
    pthread_mutex_lock(&mutex);
    pthread_mutex_destroy(&mutex); //~ ub
#endif
    assert(pthread_mutex_destroy(&mutex) == 0);
#ifdef USE_DESTROYED
    pthread_mutex_lock(&mutex); //~ ub
#endif
    pthread_mutex_t local;
#ifndef UNINITIALISED
    pthread_mutex_init(&local, 0);
#endif
    pthread_mutex_lock(&local); //~ ub
    pthread_mutex_unlock(&local);
    pthread_mutex_destroy(&local);
    assert(pthread_mutex_init(&local, 0) == 0);
    assert(pthread_mutex_trylock(&local) == 0);
    return 0;
}
