// expect: => holds
// expect: -- -DMAIN_EXITS => holds
// expect: -- -DEXIT_IN_DESTRUCTOR => violated ub
// A destructor that sets its value again is called again, four times in all.
#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_key_t key;
static int calls;

static void destructor(void *value)
{
    calls++;
#ifdef EXIT_IN_DESTRUCTOR
    pthread_exit(0); //~ ub
#endif
    pthread_setspecific(key, value);
}

static void *worker(void *argument)
{
    pthread_setspecific(key, &key);
    pthread_exit(argument);
}

static void check(void)
{
    assert(calls == PTHREAD_DESTRUCTOR_ITERATIONS);
}

int main(void)
{
    pthread_key_create(&key, destructor);
#ifdef MAIN_EXITS
    atexit(check);
    worker(0);
#else
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    check();
#endif
    return 0;
}
