#include "ring.h"

#include <assert.h>
#include <pthread.h>

static void *produce(void *unused) {
    ring_put(1);
    ring_put(2);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, produce, 0);
    int number;
    if (ring_take(&number))
        assert(number == 1);
    pthread_join(thread, 0);
    return 0;
}
