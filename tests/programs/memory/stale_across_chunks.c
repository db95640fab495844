// expect: => violated memory
// expect: -DHEAP => violated memory
// expect: -m32 -DPLACE=62 => violated memory
// expect: -DPLACE=509 => violated memory
// expect: -DPLACE=56 => violated memory
// expect: -DFRESH => holds
// A stale pointer in a packed record is stale, wherever in a large object it lies: also across the
// places at which the checker takes large objects apart.
#include <stdlib.h>

#ifndef PLACE
#define PLACE 60
#endif

struct record {
    char before[PLACE];
    int *pointer;
    char after[600];
} __attribute__((packed));

static struct record global;

static int *make(void) { return malloc(sizeof(int)); }

int main(void)
{
#ifdef HEAP
    struct record *record = calloc(1, sizeof *record);
#else
    struct record *record = &global;
#endif
    record->pointer = make();
    free(record->pointer);
    int *second = make();
    *second = 5;
#ifdef FRESH
    record->pointer = second;
#endif
    *record->pointer = 1; //~ memory
    free(second);
#ifdef HEAP
    free(record);
#endif
    return 0;
}
