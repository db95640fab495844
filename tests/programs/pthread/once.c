// expect: => holds
// expect: -m32 -- -idirafter /usr/include/x86_64-linux-gnu => holds
// expect: -O2 => holds
// expect: -- -DMAIN => violated assert
// expect: -- -DOTHER => violated assert
// expect: -- -DAGAIN => violated deadlock
// expect: -- -DC11 => holds
// The routine runs once, in whoever comes first, and nobody passes before it is done.
#include <assert.h>
#include <pthread.h>
#ifdef C11
#include <threads.h>
static once_flag once = ONCE_FLAG_INIT;
#else
static pthread_once_t once = PTHREAD_ONCE_INIT;
#endif

static int runs, ready, made_by = -1;
static __thread int me;

static void initialise(void)
{
    runs++;
    made_by = me;
#ifdef AGAIN
    pthread_once(&once, initialise); //~ deadlock
#endif
    ready = 1; // no race: others wait, or come later
}

static void *worker(void *argument)
{
    me = (int)(long)argument;
#ifdef C11
    call_once(&once, initialise);
#else
    assert(pthread_once(&once, initialise) == 0);
#endif
    assert(runs == 1 && ready);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, (void *)1);
    worker(0);
    pthread_join(thread, 0);
#ifdef MAIN
    assert(made_by != 0); //~ assert
#endif
#ifdef OTHER
    assert(made_by != 1); //~ assert
#endif
    worker(0);
    return 0;
}
