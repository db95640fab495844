/* Limits of the process: what is set is what is told, and nothing is limited by them. */

#undef _FILE_OFFSET_BITS
#define _GNU_SOURCE
#include <errno.h>
#include <sys/resource.h>

#define KINDS 16

/* A limit that was set; each half is changed by itself, which threads may do at any time. */
static struct {
    _Atomic(rlim64_t) most, now;
    _Atomic(int) is_set;
} limits[KINDS];

static rlim64_t first_limit(int kind, int hard)
{
    switch (kind) {
    case RLIMIT_STACK:
        return hard ? RLIM64_INFINITY : 8 << 20;
    case RLIMIT_NOFILE:
        return hard ? 4096 : 1024;
    case RLIMIT_CORE:
        return hard ? RLIM64_INFINITY : 0;
    }
    return RLIM64_INFINITY;
}

static int is_kind(int kind)
{
    if (kind >= 0 && kind < KINDS)
        return 1;
    errno = EINVAL;
    return 0;
}

int getrlimit64(__rlimit_resource_t kind, struct rlimit64 *to)
{
    if (!is_kind((int)kind))
        return -1;
    int is_set = limits[kind].is_set;
    to->rlim_cur = is_set ? limits[kind].now : first_limit((int)kind, 0);
    to->rlim_max = is_set ? limits[kind].most : first_limit((int)kind, 1);
    return 0;
}

int setrlimit64(__rlimit_resource_t kind, const struct rlimit64 *from)
{
    struct rlimit64 before;
    if (getrlimit64(kind, &before))
        return -1;
    if (from->rlim_cur > from->rlim_max) {
        errno = EINVAL;
        return -1;
    }
    if (from->rlim_max > before.rlim_max) {
        errno = EPERM;
        return -1;
    }
    limits[kind].now = from->rlim_cur;
    limits[kind].most = from->rlim_max;
    limits[kind].is_set = 1;
    return 0;
}

static rlim64_t wide(rlim_t limit) { return limit == RLIM_INFINITY ? RLIM64_INFINITY : limit; }
static rlim_t narrow(rlim64_t limit) { return limit > RLIM_INFINITY ? RLIM_INFINITY : (rlim_t)limit; }

int getrlimit(__rlimit_resource_t kind, struct rlimit *to)
{
    struct rlimit64 limit;
    if (getrlimit64(kind, &limit))
        return -1;
    to->rlim_cur = narrow(limit.rlim_cur);
    to->rlim_max = narrow(limit.rlim_max);
    return 0;
}

int setrlimit(__rlimit_resource_t kind, const struct rlimit *from)
{
    struct rlimit64 limit = {wide(from->rlim_cur), wide(from->rlim_max)};
    return setrlimit64(kind, &limit);
}
