// expect: => holds
// expect: -m32 -- -idirafter /usr/include/x86_64-linux-gnu => holds
// expect: -m32 -- -idirafter /usr/include/x86_64-linux-gnu -D_FILE_OFFSET_BITS=64 -D_TIME_BITS=64 => holds
// expect: -- -DRELOCK => violated deadlock
// expect: -- -DNEVER => violated assert
// expect: -- -DALWAYS => violated assert
// expect: -- -DUNLOCK => violated ub
// expect: -- -DDESTROYED => violated ub
// C11's names and codes for the same things.
#include <assert.h>
#include <stdlib.h>
#include <threads.h>
#include <time.h>

static mtx_t mutex;
static cnd_t cond;
static tss_t key;
static int ready, destroyed;

static void destructor(void *value) { destroyed += *(int *)value; }

static int worker(void *argument)
{
    static int one = 1;
    assert(tss_get(key) == 0);
    assert(tss_set(key, &one) == thrd_success && tss_get(key) == &one);
    assert(mtx_lock(&mutex) == thrd_success);
    ready = 1;
    assert(cnd_signal(&cond) == thrd_success);
    assert(cnd_broadcast(&cond) == thrd_success);
    assert(mtx_unlock(&mutex) == thrd_success);
    thrd_yield();
    if (argument)
        thrd_exit(7);
    return -8;
}

static int nothing(void *argument) { return argument != 0; }

int main(void)
{
    thrd_t thread;
    mtx_t recursive;
    int result;
    struct timespec time = {.tv_sec = 1};
    assert(thrd_equal(thrd_current(), thrd_current()));
    assert(mtx_init(&mutex, mtx_plain | mtx_timed) == thrd_success);
    assert(mtx_init(&recursive, mtx_recursive) == thrd_success);
    assert(cnd_init(&cond) == thrd_success);
    assert(tss_create(&key, destructor) == thrd_success);
    assert(mtx_lock(&recursive) == thrd_success && mtx_lock(&recursive) == thrd_success);
    assert(mtx_unlock(&recursive) == thrd_success && mtx_unlock(&recursive) == thrd_success);
    assert(mtx_unlock(&recursive) == thrd_error);
    assert(mtx_trylock(&mutex) == thrd_success && mtx_trylock(&mutex) == thrd_busy);
    assert(mtx_timedlock(&mutex, &time) == thrd_timedout);
#ifdef RELOCK
    mtx_lock(&mutex); //~ deadlock
#endif
    assert(thrd_create(&thread, worker, &thread) == thrd_success);
    while (!ready)
        assert(cnd_wait(&cond, &mutex) == thrd_success);
    mtx_unlock(&mutex);
    assert(thrd_join(thread, &result) == thrd_success && result == 7);
    assert(destroyed == 1);

    assert(thrd_create(&thread, worker, 0) == thrd_success);
    mtx_lock(&mutex);
    ready = 0;
    int code = cnd_timedwait(&cond, &mutex, &time);
    assert(code == thrd_success || code == thrd_timedout);
#ifdef NEVER
    assert(code != thrd_timedout); //~ assert
#endif
#ifdef ALWAYS
    assert(code == thrd_timedout); //~ assert
#endif
    mtx_unlock(&mutex);
#ifdef UNLOCK
    mtx_unlock(&mutex); //~ ub
#endif
    assert(thrd_join(thread, &result) == thrd_success && result == -8);
    assert(thrd_create(&thread, nothing, 0) == thrd_success);
    assert(thrd_detach(thread) == thrd_success);
    assert(thrd_sleep(&time, 0) == 0);
    mtx_destroy(&recursive);
    cnd_destroy(&cond);
#ifdef DESTROYED
    cnd_signal(&cond); //~ ub
#endif
    tss_delete(key);
    return 0;
}
