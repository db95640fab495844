// Atomics of 8 to 128 bits in every operation, floating point too; the inline assembly that is modelled.
#include "../say.h"
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#define KIND(T, name)                                                                              \
  __attribute__((noinline)) static void name(T start, T by) {                                      \
    static _Atomic T x;                                                                            \
    static T y;                                                                                    \
    atomic_init(&x, start);                                                                        \
    y = start;                                                                                     \
    say(#T " %lld", (long long)atomic_fetch_add_explicit(&x, by, memory_order_relaxed));           \
    say("%lld", (long long)atomic_fetch_sub_explicit(&x, (T)(by + 1), memory_order_acquire));      \
    say("%lld", (long long)atomic_fetch_and_explicit(&x, (T)~by, memory_order_release));           \
    say("%lld", (long long)atomic_fetch_or_explicit(&x, by, memory_order_acq_rel));                \
    say("%lld", (long long)atomic_fetch_xor(&x, (T)0x55));                                         \
    say("%lld", (long long)atomic_exchange(&x, (T)(by * 3)));                                      \
    say("%lld", (long long)__atomic_fetch_nand(&y, by, __ATOMIC_SEQ_CST));                         \
    say("%lld", (long long)__atomic_fetch_max(&y, by, __ATOMIC_SEQ_CST));                          \
    say("%lld", (long long)__atomic_fetch_min(&y, (T)3, __ATOMIC_SEQ_CST));                        \
    T expected = 0;                                                                                \
    bool ok = atomic_compare_exchange_strong(&x, &expected, 1);                                    \
    say("%d %lld", ok, (long long)expected);                                                       \
    while (!atomic_compare_exchange_weak_explicit(&x, &expected, 9, memory_order_acq_rel, memory_order_relaxed)) {} \
    atomic_store_explicit(&x, atomic_load_explicit(&x, memory_order_consume) + y, memory_order_release); \
    x++, --x, x *= 3, x <<= 1, x %= 100;                                                           \
    say("%lld %lld", (long long)x, (long long)y);                                                  \
    say("%lld", (long long)__sync_val_compare_and_swap(&y, y, 4));                                 \
  }
KIND(int8_t, bytes) KIND(uint8_t, unsigned_bytes) KIND(int16_t, shorts) KIND(int32_t, ints) KIND(uint32_t, unsigneds) KIND(int64_t, longs) KIND(uint64_t, unsigned_longs)
#ifdef __SIZEOF_INT128__
static _Atomic __int128 huge = 5;
static void huges(void) {
  __int128 seen = 5;
  say("%d", atomic_compare_exchange_strong(&huge, &seen, (__int128)7 << 80));
  atomic_fetch_add(&huge, 3);
  __int128 now = atomic_exchange(&huge, 1);
  say("%llx %llx %lld", (unsigned long long)(now >> 64), (unsigned long long)now, (long long)atomic_load(&huge));
}
#else
static void huges(void) { say("1"); say("%llx %llx %lld", 7ull << 16, 3ull, 1ll); }
#endif

static _Atomic float single = 1.5f;
static _Atomic double twice = 2.5;
static _Atomic long double extended = 3.5L;
static double plain = 4;
static _Atomic(char *) pointer;
static struct two { int a, b; } both;
static _Atomic struct two pair;
static struct three { char c[3]; } odd;
static atomic_flag flag = ATOMIC_FLAG_INIT;

static void floats(void) {
  single += 2, twice *= 3, extended -= 1;
  say("%a %a %La", (double)single, (double)twice, (long double)extended);
  say("%a", __atomic_fetch_add(&plain, 1.25, __ATOMIC_SEQ_CST));
  say("%a", __atomic_fetch_sub(&plain, 0.25, __ATOMIC_SEQ_CST));
  say("%a", plain);
}

static void others(void) {
  char text[] = "abcdef";
  pointer = text;
  atomic_fetch_add(&pointer, 2);
  say("%s", pointer);
  pair = (struct two){1, 2};
  struct two seen = pair, next = {3, 4};
  say("%d %d", atomic_compare_exchange_strong(&pair, &seen, next), ((struct two)pair).b);
  struct two copy;
  __atomic_load((struct two *)&pair, &copy, __ATOMIC_SEQ_CST);
  __atomic_store(&both, &copy, __ATOMIC_SEQ_CST);
  say("%d %d", both.a, both.b);
  struct three t = {{1, 2, 3}}, u;
  __atomic_store(&odd, &t, __ATOMIC_SEQ_CST);
  __atomic_load(&odd, &u, __ATOMIC_SEQ_CST);
  say("%d %d", u.c[2], __atomic_always_lock_free(4, 0));
  say("%d %d", atomic_flag_test_and_set(&flag), atomic_flag_test_and_set(&flag));
  atomic_flag_clear(&flag);
  atomic_thread_fence(memory_order_seq_cst), atomic_signal_fence(memory_order_acquire);
}

#if defined(__x86_64__) || defined(__i386__)
static int word = 5;
static void assembly(void) {
  int v = 3, old = 5;
  unsigned char ok;
  __asm__ volatile("" ::: "memory");
  __asm__ volatile("mfence" ::: "memory");
  __asm__ volatile("pause");
  __asm__ volatile("lock; xaddl %0, %1" : "+r"(v), "+m"(word) : : "memory");
  say("%d %d", v, word);
  __asm__ volatile("lock; cmpxchgl %3, %1; sete %0" : "=q"(ok), "+m"(word), "+a"(old) : "r"(9) : "memory");
  say("%d %d %d", ok, old, word);
  __asm__ volatile("xchgl %0, %1" : "+r"(v), "+m"(word) : : "memory");
  __asm__ volatile("lock; incl %0" : "+m"(word));
  __asm__ volatile("lock; addl %1, %0" : "+m"(word) : "ir"(10));
  __asm__ volatile("lock; decl %0; sete %1" : "+m"(word), "=qm"(ok) : : "memory");
  __asm__ volatile("lock; orl %1, %0" : "+m"(word) : "r"(64));
  say("%d %d %d", v, word, ok);
}
#else
static void assembly(void) {}
#endif

int main(void) {
  bytes(100, 50), unsigned_bytes(200, 100), shorts(-5, 30000), ints(7, 1 << 30), unsigneds(7, 1u << 31), longs(1, 1ll << 62), unsigned_longs(3, 1ull << 63);
  huges();
  floats();
  others();
  assembly();
  return 0;
}
