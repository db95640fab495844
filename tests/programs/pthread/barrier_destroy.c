// expect: => holds
// The one thread destroys the barrier and frees it while others are still on their way out.
#include <pthread.h>
#include <stdlib.h>

static pthread_barrier_t *barrier;

static void *worker(void *argument)
{
    pthread_barrier_t *mine = barrier;
    if (pthread_barrier_wait(mine) == PTHREAD_BARRIER_SERIAL_THREAD) {
        pthread_barrier_destroy(mine);
        free(mine);
    }
    return argument;
}

int main(void)
{
    pthread_t threads[2];
    barrier = malloc(sizeof *barrier);
    pthread_barrier_init(barrier, 0, 2);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, worker, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    return 0;
}
