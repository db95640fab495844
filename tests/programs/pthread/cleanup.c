// expect: => holds
// expect: -m32 -- -idirafter /usr/include/x86_64-linux-gnu => holds
// expect: -O2 => holds
// expect: -- -DRETURN => violated ub
// expect: -- -DEXIT_AGAIN => violated ub
// expect: -- -DDEAD_LOCAL => violated memory
// Handlers run from the innermost out, with the variables of their functions still alive, and
// before the destructors of thread-specific values.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

static pthread_key_t key;
static int order;
static int *dead;

static void expect(void *value)
{
    assert(++order == *(int *)value);
#ifdef EXIT_AGAIN
    if (order > 1)
        pthread_exit(0); //~ ub
#endif
}

static void destructor(void *value)
{
    expect(value);
#ifdef DEAD_LOCAL
    *dead = 0; //~ memory
#endif
}

static void inner(void)
{
    int two = 2, three = 3;
    pthread_cleanup_push(expect, &three); //~ ub
    pthread_cleanup_push(expect, &two);
    pthread_exit(&order);
    pthread_cleanup_pop(0);
    pthread_cleanup_pop(0);
}

static void popped(int *one)
{
    int type;
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, 0);
    pthread_cleanup_push_defer_np(expect, one);
    pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &type);
    assert(type == PTHREAD_CANCEL_DEFERRED);
    pthread_cleanup_pop_restore_np(1); // runs, and is gone
    pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &type);
    assert(type == PTHREAD_CANCEL_ASYNCHRONOUS);
}

#ifdef RETURN
static void returns(int *one)
{
    pthread_cleanup_push(expect, one);
    return;
    pthread_cleanup_pop(0);
}
#endif

static void *worker(void *argument)
{
    static int five = 5;
    int one = 1, four = 4;
    dead = &one;
    pthread_setspecific(key, &five);
    popped(&one);
    pthread_cleanup_push(expect, &four);
#ifdef RETURN
    returns(&one);
#endif
    inner(); //~ ub
    pthread_cleanup_pop(0);
    return argument;
}

int main(void)
{
    pthread_t thread;
    void *result;
    pthread_key_create(&key, destructor);
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, &result);
    assert(order == 5 && result == &order);
    return 0;
}
