// expect: => holds
// expect: -- -DLATE => violated assert
// expect: -- -DSTUCK => holds
// expect: -- -DCLEANUP => error
// Asynchronous cancellation: the thread may end between any two operations, or a little later.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int one, two, cancelled, late;

static void clean(void *argument) { (void)argument; }

static void *worker(void *argument)
{
    int old;
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &old);
    assert(old == PTHREAD_CANCEL_DEFERRED);
#ifdef CLEANUP
    pthread_cleanup_push(clean, 0);
#endif
    one = 1;
#ifdef STUCK
    pthread_mutex_lock(&mutex);
#endif
    late = cancelled;
    two = 1;
#ifdef CLEANUP
    pthread_cleanup_pop(0);
#endif
    return argument;
}

int main(void)
{
    pthread_t thread;
    void *result;
    clean(0);
    pthread_mutex_lock(&mutex);
    pthread_create(&thread, 0, worker, 0);
    pthread_cancel(thread);
    cancelled = 1;
    pthread_join(thread, &result);
    if (result == PTHREAD_CANCELED)
        assert(one >= two);
    else
        assert(one && two);
#ifdef STUCK
    assert(!two);
#endif
#ifdef LATE
    assert(!late); //~ assert
#endif
    return 0;
}
