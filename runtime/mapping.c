/* Pages of memory without a file behind them: a heap object of its own for each call of mmap. Nobody looks whether
 * addresses are those of pages, because numbers of addresses mean nothing here. */

#undef _FILE_OFFSET_BITS
#define _GNU_SOURCE
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define PAGE 4096

void __allways_refuse_mapping(void);
void __allways_refuse_protection(void);

static size_t whole_pages(size_t bytes) { return (bytes + PAGE - 1) & ~(size_t)(PAGE - 1); }

static int refuse(int code)
{
    errno = code;
    return -1;
}

static void check_protection(int protection)
{
    if ((protection & (PROT_READ | PROT_WRITE)) != (PROT_READ | PROT_WRITE))
        __allways_refuse_protection();
}

/* An address that is only wished for is not given. */
void *mmap(void *wanted, size_t bytes, int protection, int flags, int file, off_t offset)
{
    int kind = flags & MAP_TYPE;
    if (!bytes || (kind != MAP_PRIVATE && kind != MAP_SHARED && kind != MAP_SHARED_VALIDATE)) {
        errno = EINVAL;
        return MAP_FAILED;
    }
    if (!(flags & MAP_ANONYMOUS) || flags & (MAP_FIXED | MAP_FIXED_NOREPLACE | MAP_GROWSDOWN))
        __allways_refuse_mapping();
    check_protection(protection);
    void *made = aligned_alloc(PAGE, whole_pages(bytes));
    if (!made)
        return MAP_FAILED;
    return memset(made, 0, whole_pages(bytes));
}

void *mmap64(void *wanted, size_t bytes, int protection, int flags, int file, off64_t offset)
{
    return mmap(wanted, bytes, protection, flags, file, 0);
}

int munmap(void *at, size_t bytes)
{
    if (!bytes)
        return refuse(EINVAL);
    if (malloc_usable_size(at) != whole_pages(bytes))
        __allways_refuse_mapping();
    free(at);
    return 0;
}

int mprotect(void *at, size_t bytes, int protection)
{
    check_protection(protection);
    return 0;
}

/* Pages that are not needed are empty when they are needed again; the rest is advice. Lazy freeing is refused, as by
 * kernels that do not have it. */
int madvise(void *at, size_t bytes, int advice)
{
    switch (advice) {
    case MADV_DONTNEED:
        memset(at, 0, whole_pages(bytes));
        return 0;
    case MADV_NORMAL:
    case MADV_RANDOM:
    case MADV_SEQUENTIAL:
    case MADV_WILLNEED:
    case MADV_DONTFORK:
    case MADV_DOFORK:
    case MADV_HUGEPAGE:
    case MADV_NOHUGEPAGE:
    case MADV_DONTDUMP:
    case MADV_DODUMP:
        return 0;
    }
    return refuse(EINVAL);
}

int posix_madvise(void *at, size_t bytes, int advice)
{
    int known = advice >= POSIX_MADV_NORMAL && advice <= POSIX_MADV_DONTNEED;
    return known ? 0 : EINVAL;
}

int mlock(const void *at, size_t bytes) { return 0; }
int munlock(const void *at, size_t bytes) { return 0; }
int mlockall(int flags) { return 0; }
int munlockall(void) { return 0; }
