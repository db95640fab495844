#include "config.h"

#ifndef HAVE_STDATOMIC_H
#error "configure found no atomics"
#endif

#include "ring.h"

#include <stdatomic.h>

static int slots[SLOTS];
static atomic_uint head, tail;

int ring_put(int number) {
    unsigned at = atomic_load(&head);
    if (at - atomic_load(&tail) == SLOTS)
        return 0;
#ifdef BUG
    atomic_store(&head, at + 1);
    slots[at % SLOTS] = number;
#else
    slots[at % SLOTS] = number;
    atomic_store(&head, at + 1);
#endif
    return 1;
}

int ring_take(int *number) {
    unsigned at = atomic_load(&tail);
    if (atomic_load(&head) == at)
        return 0;
    *number = slots[at % SLOTS];
    atomic_store(&tail, at + 1);
    return 1;
}
