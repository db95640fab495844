// A header in the style of lock-free libraries: every primitive is inline assembly for x86-64.
#ifndef PRIMITIVES_H
#define PRIMITIVES_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define INLINE static inline __attribute__((unused))

INLINE void pr_stall(void) { __asm__ __volatile__("pause" ::: "memory"); }
INLINE void pr_barrier(void) { __asm__ __volatile__("" ::: "memory"); }
#define FENCE(name, text) INLINE void pr_fence_##name(void) { __asm__ __volatile__(text ::: "memory"); }
FENCE(load, "lfence") FENCE(store, "sfence") FENCE(memory, "mfence") FENCE(atomic, "lock; addl $0, (%%rsp)")

#define LOAD(name, type, text)                                                                      \
  INLINE type pr_load_##name(const type *target) {                                                  \
    type r;                                                                                         \
    __asm__ __volatile__(text " %1, %0" : "=q"(r) : "m"(*target) : "memory");                       \
    return r;                                                                                       \
  }
LOAD(64, uint64_t, "movq") LOAD(32, uint32_t, "movl") LOAD(16, uint16_t, "movw") LOAD(8, uint8_t, "movb")
INLINE void *pr_load_ptr(void *const *target) {
  void *r;
  __asm__ __volatile__("movq %1, %0" : "=r"(r) : "m"(*target) : "memory");
  return r;
}

#define STORE(name, type, text, where)                                                                     \
  INLINE void pr_store_##name(type *target, type v) {                                               \
    __asm__ __volatile__(text " %1, %0" : "=m"(*target) : where(v) : "memory");                      \
  }
STORE(64, uint64_t, "movq", "r") STORE(32, uint32_t, "movl", "ir") STORE(16, uint16_t, "movw", "ir") STORE(8, uint8_t, "movb", "iq")
STORE(ptr, void *, "movq", "r")

#define SWAP(name, type, text)                                                                      \
  INLINE type pr_fas_##name(type *target, type v) {                                                 \
    __asm__ __volatile__(text " %0, %1" : "+m"(*target), "+q"(v) : : "memory");                     \
    return v;                                                                                       \
  }
SWAP(64, uint64_t, "xchgq") SWAP(32, uint32_t, "xchgl") SWAP(8, uint8_t, "xchgb") SWAP(ptr, void *, "xchgq")

#define ADD_AND_TELL(name, type, text)                                                              \
  INLINE type pr_faa_##name(type *target, type d) {                                                 \
    __asm__ __volatile__("lock " text " %1, %0" : "+m"(*target), "+q"(d) : : "memory", "cc");       \
    return d;                                                                                       \
  }
ADD_AND_TELL(64, uint64_t, "xaddq") ADD_AND_TELL(32, uint32_t, "xaddl") ADD_AND_TELL(8, uint8_t, "xaddb")

#define CHANGE(name, type, text)                                                                    \
  INLINE void pr_##name(type *target) { __asm__ __volatile__("lock " text " %0" : "+m"(*target) : : "memory", "cc"); } \
  INLINE bool pr_##name##_is_zero(type *target) {                                                   \
    bool r;                                                                                         \
    __asm__ __volatile__("lock " text " %0; setz %1" : "+m"(*target), "=rm"(r) : : "memory", "cc"); \
    return r;                                                                                       \
  }
CHANGE(inc_32, uint32_t, "incl") CHANGE(dec_32, uint32_t, "decl") CHANGE(inc_64, uint64_t, "incq") CHANGE(dec_8, uint8_t, "decb")

#define COMBINE(name, type, text)                                                                   \
  INLINE void pr_##name(type *target, type d) {                                                     \
    __asm__ __volatile__("lock " text " %1, %0" : "+m"(*target) : "iq"(d) : "memory", "cc");        \
  }
COMBINE(add_32, uint32_t, "addl") COMBINE(sub_32, uint32_t, "subl") COMBINE(and_32, uint32_t, "andl")
COMBINE(or_64, uint64_t, "orq") COMBINE(xor_16, uint16_t, "xorw")
INLINE void pr_not_32(uint32_t *target) { __asm__ __volatile__("lock notl %0" : "+m"(*target) : : "memory"); }

#define CAS(name, type, text)                                                                       \
  INLINE bool pr_cas_##name(type *target, type compare, type set) {                                 \
    bool z;                                                                                         \
    __asm__ __volatile__("lock " text " %3, %0; setz %1"                                            \
                         : "+m"(*target), "=a"(z) : "a"(compare), "q"(set) : "memory", "cc");        \
    return z;                                                                                       \
  }                                                                                                 \
  INLINE bool pr_cas_##name##_value(type *target, type compare, type set, type *value) {            \
    bool z;                                                                                         \
    __asm__ __volatile__("lock " text " %3, %0;" : "+m"(*target), "=@ccz"(z), "+a"(compare) : "q"(set) : "memory"); \
    *value = compare;                                                                               \
    return z;                                                                                       \
  }
CAS(64, uint64_t, "cmpxchgq") CAS(32, uint32_t, "cmpxchgl") CAS(8, uint8_t, "cmpxchgb") CAS(ptr, void *, "cmpxchgq")

INLINE bool pr_cas_64_moved(uint64_t *target, uint64_t compare, uint64_t set, uint64_t *value) {
  bool z;
  __asm__ __volatile__("lock cmpxchgq %3, %0;"
                       "movq %%rax, %2;"
                       "setz %1;" : "+m"(*target), "=a"(z), "=m"(*value) : "q"(set), "a"(compare) : "memory", "cc");
  return z;
}

struct pair { uint64_t low, high; } __attribute__((aligned(16)));
INLINE bool pr_cas_pair(struct pair *target, struct pair compare, struct pair set) {
  bool z;
  __asm__ __volatile__("lock cmpxchg16b %0; setz %1"
                       : "+m"(*target), "=q"(z), "+a"(compare.low), "+d"(compare.high)
                       : "b"(set.low), "c"(set.high) : "memory", "cc");
  return z;
}
INLINE void pr_load_pair(struct pair *target, struct pair *value) {
  __asm__ __volatile__("movq %%rdx, %%rcx; movq %%rax, %%rbx; lock cmpxchg16b %2"
                       : "=a"(value->low), "=d"(value->high) : "m"(*target), "0"(0ul), "1"(0ul) : "rcx", "rbx", "memory", "cc");
}
INLINE bool pr_cas_halves(uint32_t target[2], const uint32_t compare[2], const uint32_t set[2]) {
  bool z;
  uint32_t a = compare[0], d = compare[1];
  __asm__ __volatile__("lock cmpxchg8b %0; setz %1" : "+m"(*(uint64_t *)target), "=q"(z), "+a"(a), "+d"(d)
                       : "b"(set[0]), "c"(set[1]) : "memory", "cc");
  return z;
}

#define BIT(name, type, text)                                                                       \
  INLINE bool pr_##name(type *target, type b) {                                                     \
    bool c;                                                                                         \
    __asm__ __volatile__("lock " text " %2, %0; setc %1" : "+m"(*target), "=q"(c) : "Iq"(b) : "memory", "cc"); \
    return c;                                                                                       \
  }
BIT(bts_64, uint64_t, "btsq") BIT(btr_32, uint32_t, "btrl") BIT(btc_16, uint16_t, "btcw")

INLINE unsigned cc_ffs(unsigned v) {
  unsigned r;
  __asm__("bsfl %1, %0" : "=r"(r) : "rm"(v) : "cc");
  return r;
}
INLINE uint64_t cc_fls(uint64_t v) {
  uint64_t r;
  bool none;
  __asm__("bsrq %2, %0" : "=r"(r), "=@ccz"(none) : "rm"(v));
  return none ? 64 : r;
}
INLINE uint64_t cycles(void) {
  uint32_t low, high;
  __asm__ __volatile__("rdtsc" : "=a"(low), "=d"(high));
  return (uint64_t)high << 32 | low;
}
INLINE void identify(uint32_t leaf, uint32_t out[4]) {
  __asm__ __volatile__("xchgq %%rbx, %q1; cpuid; xchgq %%rbx, %q1" : "=a"(out[0]), "=&r"(out[1]), "=c"(out[2]), "=d"(out[3]) : "0"(leaf), "2"(0));
}
#endif
