// expect: => holds
// expect: -m32 -- -idirafter /usr/include/x86_64-linux-gnu => holds
// expect: -O2 => holds
// expect: -- -DNEVER => violated assert
// expect: -- -DALWAYS => violated assert
// expect: -- -DDISABLED => violated assert
// expect: -- -DNOT_A_THREAD => violated ub
// A request to end takes effect at the next cancellation point, if the thread listens.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <unistd.h>

static int steps, cleaned;

static void clean(void *argument)
{
    assert(argument == &steps);
    assert(cleaned == 1);
    cleaned = 2;
}

static void clean_inner(void *argument)
{
    assert(argument == &cleaned);
    cleaned++;
}

static void *worker(void *argument)
{
    int old = -1;
    assert(pthread_setcancelstate(7, &old) == EINVAL && old == -1);
    assert(pthread_setcanceltype(7, &old) == EINVAL && old == -1);
    assert(pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &old) == 0);
    assert(old == PTHREAD_CANCEL_DEFERRED);
    assert(pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old) == 0);
    assert(old == PTHREAD_CANCEL_ENABLE);
    pthread_cleanup_push(clean, &steps);
    pthread_cleanup_push(clean_inner, &cleaned);
    pthread_testcancel();
    sleep(1);
    steps = 1;
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, 0);
    steps = 2; // no cancellation point yet
    pthread_testcancel();
    steps = 3;
    sleep(1);
    steps = 4;
    pthread_cleanup_pop(0);
    pthread_cleanup_pop(0);
    return argument;
}

int main(void)
{
    pthread_t thread;
    void *result;
    pthread_create(&thread, 0, worker, &thread);
    assert(pthread_cancel(thread) == 0);
    pthread_join(thread, &result);
    assert(result == PTHREAD_CANCELED || result == &thread);
    if (result == PTHREAD_CANCELED)
        assert((steps == 2 || steps == 3) && cleaned == 2);
    else
        assert(steps == 4 && cleaned == 0);
#ifdef DISABLED
    assert(steps != 2); //~ assert
#endif
#ifdef NEVER
    assert(result != PTHREAD_CANCELED); //~ assert
#endif
#ifdef ALWAYS
    assert(result == PTHREAD_CANCELED); //~ assert
#endif
#ifdef NOT_A_THREAD
    pthread_cancel(thread); //~ ub
#endif
    return 0;
}
