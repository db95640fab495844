// expect: => holds
// expect: -- -DRETURN => violated assert
// expect: --property memory -- -DLOCAL => violated memory
// expect: -- -DLAST => violated assert
// `pthread_exit` in main leaves the process to the other threads; the last one ends it, with the
// exit handlers. A return from main ends it at once.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int finished;

static void handler(void)
{
    assert(finished); //~ assert
#ifdef LAST
    assert(0); //~ assert
#endif
}

static void *worker(void *argument)
{
#ifdef LOCAL
    *(volatile int *)argument = 1; //~ memory
#endif
    (void)argument;
    finished = 1;
    return 0;
}

int main(void)
{
    int local = 0;
    pthread_t thread;
    atexit(handler);
    pthread_create(&thread, 0, worker, &local);
#ifdef RETURN
    return 0;
#else
    pthread_exit(0);
#endif
}
