// What is checked. Every interleaving of the threads is explored, so keep it small: few threads, few
// operations. Replace the counter by what you want to check.
#include <allways.h>
#include <assert.h>
#include <pthread.h>

enum { THREADS = 2, OPERATIONS = 1 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

// One of several threads: each operation is any of those below.
static void *thread(void *unused) {
    for (int i = 0; i < OPERATIONS; i++) {
        pthread_mutex_lock(&lock);
        switch (arbitrary(2)) {
        case 0:
            counter++;
            break;
        case 1:
            counter += 2;
            break;
        }
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

int main(void) {
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, thread, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    assert(counter >= THREADS * OPERATIONS);
    return 0;
}
