#include "queue.h"

#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int full, content;

void put(int number) {
    pthread_mutex_lock(&lock);
    while (full)
        pthread_cond_wait(&changed, &lock);
    content = number;
    full = 1;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
}

int take(void) {
#ifdef NO_LOCK
    while (!full) {
    }
    int number = content;
    full = 0;
    return number;
#else
    pthread_mutex_lock(&lock);
    while (!full)
        pthread_cond_wait(&changed, &lock);
    int number = content;
    full = 0;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    return number;
#endif
}
