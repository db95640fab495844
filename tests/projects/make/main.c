#include "queue.h"

#include <assert.h>
#include <pthread.h>

static void *producer(void *unused) {
    put(1);
    put(2);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, producer, NULL);
    int sum = take();
    sum += take();
    pthread_join(thread, NULL);
    assert(sum == 3);
    return 0;
}
