// expect: => holds
// expect: -m32 -- -idirafter /usr/include/x86_64-linux-gnu => holds
// expect: -- -DRELOCK => violated deadlock
// expect: -- -DCYCLE => violated deadlock
// expect: -- -DNOT_HELD => violated ub
// expect: -- -DUNINITIALISED => violated ub
// expect: -- -DDESTROYED => violated ub
// expect: -- -DDESTROY_LOCKED => violated ub
// Spin locks exclude, and a thread that waits for one for good is stuck.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_spinlock_t one, two;
static int shared;

static void *worker(void *argument)
{
#ifdef CYCLE
    pthread_spin_lock(&two);
    pthread_spin_lock(&one); //~ deadlock
    pthread_spin_unlock(&one);
    pthread_spin_unlock(&two);
#else
    assert(pthread_spin_lock(&one) == 0);
    shared++;
    assert(pthread_spin_unlock(&one) == 0);
#endif
    return argument;
}

int main(void)
{
    pthread_t thread;
#ifdef UNINITIALISED
    pthread_spin_lock(&one); //~ ub
#endif
    assert(pthread_spin_init(&one, PTHREAD_PROCESS_PRIVATE) == 0);
    assert(pthread_spin_init(&two, PTHREAD_PROCESS_SHARED) == 0);
    assert(pthread_spin_trylock(&two) == 0 && pthread_spin_trylock(&two) == EBUSY);
    pthread_spin_unlock(&two);
#ifdef NOT_HELD
    pthread_spin_unlock(&two); //~ ub
#endif
    pthread_create(&thread, 0, worker, 0);
    pthread_spin_lock(&one);
#ifdef RELOCK
    pthread_spin_lock(&one); //~ deadlock
#endif
    pthread_spin_lock(&two); //~ deadlock
    shared++;
    pthread_spin_unlock(&two);
#ifdef DESTROY_LOCKED
    pthread_spin_destroy(&one); //~ ub
#endif
    pthread_spin_unlock(&one);
    pthread_join(thread, 0);
#ifndef CYCLE
    assert(shared == 2);
#endif
    assert(pthread_spin_destroy(&one) == 0);
#ifdef DESTROYED
    pthread_spin_lock(&one); //~ ub
#endif
    return 0;
}
