// expect: => holds
// expect: -m32 -- -idirafter /usr/include/x86_64-linux-gnu => holds
// expect: -m32 -- -idirafter /usr/include/x86_64-linux-gnu -D_FILE_OFFSET_BITS=64 -D_TIME_BITS=64 => holds
// expect: -- -DNEVER_ENDED => violated assert
// expect: -- -DALWAYS_ENDED => violated assert
// expect: -- -DJOIN_TWICE => violated ub
// expect: -- -DJOIN_DETACHED => violated ub
// expect: -- -DDETACH_TWICE => violated ub
// expect: -- -DNOT_A_THREAD => violated ub
// expect: -- -DMUTUAL => violated deadlock
// Results, handles, and the ways to wait for a thread's end.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_t main_thread;

static void *returns(void *argument) { return argument; }

static void *exits(void *argument)
{
    assert(!pthread_equal(pthread_self(), main_thread));
    pthread_exit(argument);
}

#ifdef MUTUAL
static void *joins_main(void *argument)
{
    pthread_join(main_thread, 0); //~ deadlock
    return argument;
}
#endif

int main(void)
{
    pthread_t thread;
    void *result = 0;
    struct timespec time = {.tv_sec = 1}, wrong = {.tv_nsec = -1};
    main_thread = pthread_self();
    assert(pthread_equal(main_thread, pthread_self()));
    assert(pthread_join(pthread_self(), 0) == EDEADLK);

    assert(pthread_create(&thread, 0, returns, &time) == 0);
    assert(pthread_join(thread, &result) == 0 && result == &time);
#ifdef JOIN_TWICE
    pthread_join(thread, 0); //~ ub
#endif
    assert(pthread_create(&thread, 0, exits, &thread) == 0);
    int code = pthread_tryjoin_np(thread, &result);
    assert(code == 0 || code == EBUSY);
#ifdef NEVER_ENDED
    assert(code == EBUSY); //~ assert
#endif
#ifdef ALWAYS_ENDED
    assert(code == 0); //~ assert
#endif
    if (code == EBUSY)
        assert(pthread_join(thread, &result) == 0);
    assert(result == &thread);

    assert(pthread_create(&thread, 0, returns, 0) == 0);
    code = pthread_timedjoin_np(thread, &result, &wrong);
    assert(code == 0 || code == EINVAL);
    if (code != 0) {
        code = pthread_timedjoin_np(thread, &result, &time);
        assert(code == 0 || code == ETIMEDOUT);
        if (code != 0)
            assert(pthread_timedjoin_np(thread, &result, 0) == 0);
    }
    assert(result == 0);
    assert(pthread_create(&thread, 0, returns, 0) == 0);
    code = pthread_clockjoin_np(thread, 0, CLOCK_MONOTONIC, &time);
    assert(code == 0 || code == ETIMEDOUT);
    if (code != 0)
        assert(pthread_detach(thread) == 0);

    assert(pthread_create(&thread, 0, returns, 0) == 0);
    assert(pthread_detach(thread) == 0);
#ifdef JOIN_DETACHED
    pthread_join(thread, 0); //~ ub
#endif
#ifdef DETACH_TWICE
    pthread_detach(thread); //~ ub
#endif
#ifdef NOT_A_THREAD
    pthread_join(12345, 0); //~ ub
#endif
#ifdef MUTUAL
    pthread_create(&thread, 0, joins_main, 0);
    pthread_join(thread, 0); //~ deadlock
#endif
    return 0;
}
