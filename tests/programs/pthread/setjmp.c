// expect: => holds
// expect: -m32 -- -idirafter /usr/include/x86_64-linux-gnu => holds
// expect: -O2 => holds
// expect: -- -DRETURNED => violated ub
// expect: -- -DRETURNED_AND_CALLED => violated ub
// expect: -- -DUNFILLED => violated ub
// expect: -- -DOTHER_THREAD => violated ub
// expect: -- -DDEAD_LOCAL => violated memory
// Jumps out of calls: `setjmp` returns again, the variables of the functions left are gone.
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>

static jmp_buf buffer, unfilled;
static sigjmp_buf with_mask;
static int depth;
static int *local;

static void deep(int levels, int value)
{
    int variable = levels;
    local = &variable;
    depth++;
    if (levels > 0)
        deep(levels - 1, value);
    longjmp(buffer, value); //~ ub
}

static int filled(void) { return setjmp(buffer); }

static void *jumper(void *argument)
{
    longjmp(buffer, 1); //~ ub
    return argument;
}

static int count_to(int limit)
{
    volatile int count = 0;
    int unchanged = limit;
    sigsetjmp(with_mask, 1);
    count++;
    if (count < unchanged)
        siglongjmp(with_mask, 1);
    return count;
}

int main(void)
{
    pthread_t thread;
    switch (setjmp(buffer)) {
    case 0:
        deep(3, 5);
        assert(0);
    case 5:
        assert(depth == 4);
        break;
    default:
        assert(0);
    }
#ifdef DEAD_LOCAL
    *local = 0; //~ memory
#endif
    int again = setjmp(buffer);
    if (again == 0)
        _longjmp(buffer, 0);
    assert(again == 1);
    assert(count_to(3) == 3);
#ifdef UNFILLED
    longjmp(unfilled, 1); //~ ub
#endif
#ifdef OTHER_THREAD
    if (setjmp(buffer) == 0) {
        pthread_create(&thread, 0, jumper, 0);
        pthread_join(thread, 0);
    }
#endif
#ifdef RETURNED
    filled();
    deep(0, 1);
#endif
#ifdef RETURNED_AND_CALLED
    jmp_buf copy;
    if (filled() == 0) {
        for (int i = 0; i < 8; i++)
            ((char *)copy)[i] = ((char *)buffer)[i];
        for (int i = 8; i < 16; i++)
            ((char *)copy)[i] = ((char *)buffer)[i];
        filled(); // the same function at the same depth is not the same call
        longjmp(copy, 1); //~ ub
    }
#endif
    (void)thread;
    return 0;
}
