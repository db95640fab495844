// expect: => holds
// expect: -m32 -- -idirafter /usr/include/x86_64-linux-gnu => holds
// expect: -- -DTOGETHER => violated assert
// expect: -- -DSTATIC => holds
// expect: --property race -- -DREADER_WRITES => violated race
// Readers are in together, a writer is alone.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static atomic_int inside;
static int data;

static void *reader(void *argument)
{
    pthread_rwlock_rdlock(&lock);
#ifdef READER_WRITES
    data++; //~ race
#endif
    inside++;
#ifdef TOGETHER
    assert(inside < 2); //~ assert
#endif
    assert(data == 0 || data == 2);
    inside--;
    pthread_rwlock_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t threads[2];
#ifndef STATIC
    pthread_rwlock_init(&lock, 0);
#endif
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, reader, 0);
    pthread_rwlock_wrlock(&lock);
    assert(inside == 0);
    data++;
    data++;
    pthread_rwlock_unlock(&lock);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    assert(pthread_rwlock_destroy(&lock) == 0);
    return 0;
}
