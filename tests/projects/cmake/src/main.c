#include "pool.h"

#include <assert.h>

static int done;

static void add(void *amount) {
    done += *(int *)amount;
}

int main(void) {
    struct pool pool;
    int one = 1;
    pool_start(&pool);
    pool_submit(&pool, add, &one);
    pool_stop(&pool);
    assert(done == 1);
    return 0;
}
