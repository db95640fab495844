// Aggregates, wide integers, thread-local variables, atomics, variable arguments.
#include <stdarg.h>
#include <stdatomic.h>

struct pair { long a, b; };
struct large { long words[5]; };
_Thread_local int own = 3;
atomic_int shared;

struct pair add(struct pair x, struct pair y) { return (struct pair){x.a + y.a, x.b + y.b}; }
long take(struct large x) { return x.words[2]; }
long give(void) { struct large x = {{1, 2, 3}}; return take(x); }
__int128 multiply(__int128 x, long y) { return x * y; }
int count(void) { return ++own; }
int exchange(int *expected) { return atomic_compare_exchange_strong_explicit(&shared, expected, 5, memory_order_acq_rel, memory_order_relaxed); }
int first(int n, ...) { va_list list; va_start(list, n); int r = va_arg(list, int); va_end(list); return r; }
long double extended(long double x) { return x + 1; }
