// expect: => holds
// expect: --property assert,deadlock,memory,race,ub,leak => holds
// expect: -m32 -- -idirafter /usr/include/x86_64-linux-gnu => holds
// expect: -- -DNOT_A_KEY => violated ub
// expect: -- -DDELETED => violated ub
// expect: --property leak -- -DNO_DESTRUCTOR => violated leak
// Each thread has its own value; destructors run when it ends, those of main not.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_key_t with, without, freed;
static int destroyed;

static void destructor(void *value)
{
    assert(pthread_getspecific(with) == 0);
    assert(value == (void *)2);
    destroyed++;
}

static void *worker(void *argument)
{
    assert(pthread_getspecific(with) == 0);
    assert(pthread_setspecific(with, (void *)2) == 0);
    assert(pthread_setspecific(without, (void *)3) == 0);
    assert(pthread_setspecific(freed, malloc(1)) == 0);
    assert(pthread_getspecific(with) == (void *)2);
    assert(pthread_getspecific(without) == (void *)3);
    return argument;
}

int main(void)
{
    pthread_t thread;
    assert(pthread_key_create(&with, destructor) == 0);
    assert(pthread_key_create(&without, 0) == 0);
#ifdef NO_DESTRUCTOR
    assert(pthread_key_create(&freed, 0) == 0);
#else
    assert(pthread_key_create(&freed, free) == 0);
#endif
    assert(with != without);
    assert(pthread_setspecific(with, (void *)1) == 0);
    pthread_create(&thread, 0, worker, 0);
    assert(pthread_getspecific(with) == (void *)1);
    pthread_join(thread, 0);
    assert(destroyed == 1);
    assert(pthread_getspecific(with) == (void *)1);

    // A new key starts with null, even where an old one left something.
    assert(pthread_setspecific(without, (void *)5) == 0);
    assert(pthread_key_delete(without) == 0);
#ifdef DELETED
    pthread_setspecific(without, 0); //~ ub
#endif
    assert(pthread_key_create(&without, 0) == 0);
    assert(pthread_getspecific(without) == 0);
#ifdef NOT_A_KEY
    pthread_getspecific(1000); //~ ub
#endif
    assert(pthread_setspecific(without, 0) == 0);
    return 0;
}
