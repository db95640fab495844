// Atomics of every size, operation and ordering.
#include <stdatomic.h>
#include <stdint.h>
#include <stdbool.h>

struct pair { int a, b; };
atomic_int i;
atomic_uchar c;
atomic_short s;
atomic_llong l;
_Atomic(int *) p;
atomic_flag f = ATOMIC_FLAG_INIT;
_Atomic struct pair pr;
_Atomic float fl;
_Atomic double db;
atomic_bool b;
int plain, other;

int loads(void) { return atomic_load(&i) + atomic_load_explicit(&i, memory_order_acquire) + atomic_load_explicit(&c, memory_order_relaxed) + (int)l + s; }
void stores(int a) { atomic_store(&i, a); atomic_store_explicit(&l, a, memory_order_release); atomic_store_explicit(&s, a, memory_order_relaxed); i = a; b = a; }
int operations(int a) {
  return atomic_fetch_add(&i, a) + atomic_fetch_sub_explicit(&i, a, memory_order_acq_rel) + atomic_fetch_or(&c, 3) + atomic_fetch_and(&s, 7) + (int)atomic_fetch_xor(&l, 9)
    + atomic_exchange(&i, 5) + atomic_exchange_explicit(&i, 6, memory_order_relaxed) + ++i + i-- + (i += 3) + (i |= 4);
}
bool exchanges(int e, int d) {
  int x = e;
  return atomic_compare_exchange_strong(&i, &x, d) | atomic_compare_exchange_weak(&i, &x, d)
    | atomic_compare_exchange_strong_explicit(&i, &x, d, memory_order_release, memory_order_relaxed)
    | atomic_compare_exchange_weak_explicit(&i, &x, d, memory_order_acq_rel, memory_order_acquire)
    | atomic_compare_exchange_strong_explicit(&i, &x, d, memory_order_relaxed, memory_order_seq_cst);
}
int *pointers(int *q) { int *e = 0; atomic_compare_exchange_strong(&p, &e, q); atomic_fetch_add(&p, 1); return atomic_exchange(&p, q); }
int flags(void) { int r = atomic_flag_test_and_set(&f); atomic_flag_clear(&f); r += atomic_flag_test_and_set_explicit(&f, memory_order_acquire); atomic_flag_clear_explicit(&f, memory_order_release); return r; }
void fences(void) { atomic_thread_fence(memory_order_seq_cst); atomic_thread_fence(memory_order_acquire); atomic_signal_fence(memory_order_seq_cst); __sync_synchronize(); }
struct pair whole(struct pair a) { struct pair e = {1, 2}; atomic_store(&pr, a); atomic_compare_exchange_strong(&pr, &e, a); return atomic_exchange(&pr, e); }
float floating(float a) { fl += a; fl = fl * 2; db += a; return atomic_exchange(&fl, a) + (float)db; }
int old_style(int a) { return __sync_fetch_and_add(&plain, a) + __sync_add_and_fetch(&plain, a) + __sync_fetch_and_nand(&plain, a) + __sync_bool_compare_and_swap(&plain, 1, 2) + __sync_val_compare_and_swap(&plain, 2, 3) + __sync_lock_test_and_set(&plain, 4); }
void release(void) { __sync_lock_release(&plain); }
int gnu(int a) {
  int e = a, r, v = 5;
  __atomic_load(&plain, &r, __ATOMIC_CONSUME); __atomic_store(&plain, &v, __ATOMIC_RELEASE); __atomic_exchange(&plain, &v, &r, __ATOMIC_ACQ_REL);
  return __atomic_fetch_add(&plain, a, __ATOMIC_RELAXED) + __atomic_add_fetch(&plain, a, __ATOMIC_SEQ_CST) + __atomic_nand_fetch(&plain, a, __ATOMIC_SEQ_CST)
    + __atomic_fetch_min(&plain, a, __ATOMIC_SEQ_CST) + __atomic_fetch_max(&plain, a, __ATOMIC_SEQ_CST) + __atomic_compare_exchange_n(&plain, &e, 3, true, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED) + r;
}
int runtime_order(int a, int order) { return __atomic_fetch_add(&plain, a, order) + __atomic_load_n(&plain, order); }
unsigned minimum(unsigned a) { static unsigned u; return __atomic_fetch_min(&u, a, __ATOMIC_SEQ_CST) + __atomic_fetch_max(&u, a, __ATOMIC_SEQ_CST); }
int main(void) { stores(3); return loads() + operations(1) + exchanges(1, 2) + flags() + old_style(1) + gnu(2); }
