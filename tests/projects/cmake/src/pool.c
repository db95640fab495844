#include "pool.h"

#include <assert.h>

static int take(struct pool *pool, struct task *task) {
    pthread_mutex_lock(&pool->lock);
    while (pool->count == 0 && !pool->stopping)
        pthread_cond_wait(&pool->changed, &pool->lock);
    int any = pool->count > 0;
    if (any)
        *task = pool->queue[--pool->count];
    pthread_mutex_unlock(&pool->lock);
    return any;
}

static void *work(void *argument) {
    struct pool *pool = argument;
    struct task task;
    while (take(pool, &task))
        task.run(task.argument);
    return NULL;
}

void pool_start(struct pool *pool) {
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->changed, NULL);
    pool->count = pool->stopping = 0;
    pthread_create(&pool->worker, NULL, work, pool);
}

int pool_submit(struct pool *pool, void (*run)(void *), void *argument) {
    pthread_mutex_lock(&pool->lock);
    assert(pool->count >= 0);
    int room = pool->count < QUEUE_SIZE;
    if (room)
        pool->queue[pool->count++] = (struct task){run, argument};
    pthread_cond_signal(&pool->changed);
    pthread_mutex_unlock(&pool->lock);
    return room;
}

void pool_stop(struct pool *pool) {
    pthread_mutex_lock(&pool->lock);
    pool->stopping = 1;
#ifndef LOSE_WAKEUP
    pthread_cond_signal(&pool->changed);
#endif
    pthread_mutex_unlock(&pool->lock);
    pthread_join(pool->worker, NULL);
}
