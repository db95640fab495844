// expect: => violated memory
// expect: -m32 => violated memory
// A stale pointer is stale, also when the same place has allocated again meanwhile.
#include <stdlib.h>

static int *stale;

static int *make(void) { return malloc(sizeof(int)); }

int main(void)
{
    int *first = make();
    stale = first;
    free(first);
    int *second = make();
    *second = 5;
    *stale = 1; //~ memory
    free(second);
    return 0;
}
