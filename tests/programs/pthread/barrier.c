// expect: => holds
// expect: -m32 -- -idirafter /usr/include/x86_64-linux-gnu => holds
// expect: -- -DLAST => violated assert
// expect: -- -DFIRST => violated assert
// expect: -- -DONE_MISSING => violated deadlock
// expect: --property race -- -DNO_BARRIER => violated race
// expect: --property ub -- -DDESTROY_WAITED => violated ub
// expect: -- -DDESTROYED => violated ub
// expect: -- -DUNINITIALISED => violated ub
// Nobody passes before all are there, twice; exactly one thread is told that it is the one.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>

#define THREADS 3
static pthread_barrier_t barrier;
static int before[THREADS], after[THREADS];
static atomic_int serial, arrived;

static int pass(void)
{
#ifdef NO_BARRIER
    return 0;
#else
    int code = pthread_barrier_wait(&barrier); //~ deadlock
    assert(code == 0 || code == PTHREAD_BARRIER_SERIAL_THREAD);
    return code == PTHREAD_BARRIER_SERIAL_THREAD;
#endif
}

static void *worker(void *argument)
{
    int me = (int)(long)argument;
    before[me] = 1; //~ race
    int last = arrived++ == THREADS - 1;
    int one = pass();
#ifdef LAST
    if (one)
        assert(last); //~ assert
#endif
#ifdef FIRST
    if (one)
        assert(me != 0); //~ assert
#endif
    (void)last;
    for (int i = 0; i < THREADS; i++)
        assert(before[i]); //~ race
    serial += one;
#ifdef ONE_MISSING
    if (me == 0)
        return 0;
#endif
    after[me] = 1;
    pass();
    for (int i = 0; i < THREADS; i++)
        assert(after[i]);
    assert(serial == 1);
    return 0;
}

int main(void)
{
    pthread_t threads[THREADS - 1];
    assert(pthread_barrier_init(&barrier, 0, 0) == EINVAL);
#ifdef UNINITIALISED
    pthread_barrier_wait(&barrier); //~ ub
#endif
    assert(pthread_barrier_init(&barrier, 0, THREADS) == 0);
    for (long i = 1; i < THREADS; i++)
        pthread_create(&threads[i - 1], 0, worker, (void *)i);
#ifdef DESTROY_WAITED
    while (arrived < THREADS - 1)
        ;
    pthread_barrier_destroy(&barrier); //~ ub
#endif
    worker(0);
    for (int i = 1; i < THREADS; i++)
        pthread_join(threads[i - 1], 0);
    assert(pthread_barrier_destroy(&barrier) == 0);
#ifdef DESTROYED
    pthread_barrier_wait(&barrier); //~ ub
#endif
    return 0;
}
