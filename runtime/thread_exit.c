/* Destructors of thread-local variables of C++: the last that was registered runs first. The virtual
   machine calls `__allways_thread_exits` when a thread ends, before the destructors of thread-specific
   values, and in the thread that ends the process before its exit handlers. */

#include <stdlib.h>

struct entry {
    void (*destructor)(void *);
    void *object;
    struct entry *next;
};

void *__allways_malloc_guaranteed(unsigned long size);

static _Thread_local struct entry *entries;

int __cxa_thread_atexit_impl(void (*destructor)(void *), void *object, void *module)
{
    struct entry *entry = __allways_malloc_guaranteed(sizeof *entry);
    entry->destructor = destructor;
    entry->object = object;
    entry->next = entries;
    entries = entry;
    return 0;
}

int __cxa_thread_atexit(void (*destructor)(void *), void *object, void *module)
{
    return __cxa_thread_atexit_impl(destructor, object, module);
}

void __allways_thread_exits(void)
{
    while (entries) {
        struct entry *entry = entries;
        entries = entry->next;
        entry->destructor(entry->object);
        free(entry);
    }
}
