// Two tasks, checked against the archive or the sources of the project.
#include "pool.h"

#include <assert.h>

static int done;

static void add(void *amount) {
    done += *(int *)amount;
}

int main(void) {
    static struct pool pool;
    static int one = 1;
    pool_start(&pool);
    int first = pool_submit(&pool, add, &one);
    int second = pool_submit(&pool, add, &one);
    assert(first && second);
    pool_stop(&pool);
    assert(done == 2);
    return 0;
}
