// expect: => holds
// There are 1024 keys; a deleted one can be had again.
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>

int main(void)
{
    pthread_key_t key, first;
    assert(pthread_key_create(&first, 0) == 0);
    for (int i = 1; i < PTHREAD_KEYS_MAX; i++)
        assert(pthread_key_create(&key, 0) == 0);
    assert(pthread_key_create(&key, 0) == EAGAIN);
    assert(pthread_key_delete(first) == 0);
    assert(pthread_key_create(&key, 0) == 0 && key == first);
    return 0;
}
