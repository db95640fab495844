// expect: => holds
// expect: -- -DWRITERS_FIRST => violated deadlock
// A reader locks twice. A lock that lets waiting writers in first locks it out the second time.
#define _GNU_SOURCE
#include <pthread.h>

static pthread_rwlock_t lock;

static void *writer(void *argument)
{
    pthread_rwlock_wrlock(&lock);
    pthread_rwlock_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_rwlockattr_t attr;
    pthread_rwlockattr_init(&attr);
#ifdef WRITERS_FIRST
    pthread_rwlockattr_setkind_np(&attr, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
#endif
    pthread_rwlock_init(&lock, &attr);
    pthread_t thread;
    pthread_create(&thread, 0, writer, 0);
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_rdlock(&lock); //~ deadlock
    pthread_rwlock_unlock(&lock);
    pthread_rwlock_unlock(&lock);
    pthread_join(thread, 0);
    return 0;
}
