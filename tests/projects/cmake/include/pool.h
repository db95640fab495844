#ifndef POOL_H
#define POOL_H

#include <pthread.h>
#include "config.h"

struct task {
    void (*run)(void *);
    void *argument;
};

struct pool {
    pthread_t worker;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct task queue[QUEUE_SIZE];
    int count;
    int stopping;
};

// Starts the worker.
void pool_start(struct pool *pool);
// Lets the worker run a task; 0 if there is no room for it.
int pool_submit(struct pool *pool, void (*run)(void *), void *argument);
// Waits until all tasks are done.
void pool_stop(struct pool *pool);

#endif
