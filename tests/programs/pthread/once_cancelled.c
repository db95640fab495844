// expect: => holds
// expect: -- -DEXIT => holds
// expect: -- -DONCE => violated assert
// A thread that ends inside the routine leaves it to the next.
#include <assert.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int runs;
static __thread int ends;

static void initialise(void)
{
    runs++;
    if (ends) {
#ifdef EXIT
        pthread_exit(0);
#else
        pthread_cancel(pthread_self());
        pthread_testcancel();
#endif
        assert(0);
    }
}

static void *worker(void *argument)
{
    ends = 1;
    pthread_once(&once, initialise);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_once(&once, initialise);
    pthread_join(thread, 0);
    assert(runs == 1 || runs == 2);
#ifdef ONCE
    assert(runs == 1); //~ assert
#endif
    return 0;
}
