// Integers of every width: odd ones, 128 bits, and more than 128 bits with multiplication and division.
#include "wide.h"

#ifdef __SIZEOF_INT128__
typedef unsigned __int128 u128;
typedef __int128 s128;
#else
typedef unsigned _BitInt(128) u128;
typedef _BitInt(128) s128;
#endif
typedef _BitInt(256) s256;

__attribute__((noinline)) static u256 value(void) {
  u256 v = next();
  v = v << 64 | next();
  v = v << 64 | next();
  v = v << 64 | next();
  return v >> (next() % 250);
}

#define WIDTH(N)                                                                                   \
  __attribute__((noinline)) static void width_##N(u256 a, u256 b) {                                \
    unsigned _BitInt(N) ua = (unsigned _BitInt(N))a, ub = (unsigned _BitInt(N))b;                  \
    _BitInt(N) sa = (_BitInt(N))a, sb = (_BitInt(N))b;                                             \
    show(#N " +", (unsigned _BitInt(N))(ua + ub));                                                 \
    show(#N " -", (unsigned _BitInt(N))(ua - ub));                                                 \
    show(#N " *", (unsigned _BitInt(N))(ua * ub));                                                 \
    if (ub) show(#N " /u", ua / ub), show(#N " %u", ua % ub);                                      \
    if (sb && sb != -1) show(#N " /s", (unsigned _BitInt(N))(sa / sb)), show(#N " %s", (unsigned _BitInt(N))(sa % sb)); \
    unsigned n = (unsigned)(ub % N);                                                               \
    show(#N " <<", (unsigned _BitInt(N))(ua << n));                                                \
    show(#N " >>u", (unsigned _BitInt(N))(ua >> n));                                               \
    show(#N " >>s", (unsigned _BitInt(N))(sa >> n));                                               \
    say(#N " %d %d %d", ua < ub, sa < sb, sa == sb);                                               \
  }
WIDTH(3) WIDTH(7) WIDTH(13) WIDTH(24) WIDTH(33) WIDTH(48) WIDTH(63) WIDTH(65) WIDTH(97) WIDTH(127) WIDTH(128) WIDTH(129) WIDTH(192) WIDTH(200) WIDTH(256)

__attribute__((noinline)) static void overflow(void) {
  int i;
  unsigned u;
  long long l;
  u64 ul;
  signed char c;
  for (int k = 0; k < 20; k++) {
    int a = (int)next(), b = (int)next();
    say("%d %d %d", __builtin_add_overflow(a, b, &i), i, __builtin_sub_overflow(a, b, &i));
    say("%d %d", __builtin_mul_overflow(a >> 16, b >> 14, &i), i);
    say("%d %u %d", __builtin_add_overflow((unsigned)a, (unsigned)b, &u), u, __builtin_sub_overflow((unsigned)a, (unsigned)b, &u));
    say("%d %lld", __builtin_mul_overflow((long long)next() >> 30, (long long)next() >> 33, &l), l);
    say("%d %llu", __builtin_mul_overflow(next() >> 30, next() >> 33, &ul), ul);
    say("%d %d", __builtin_add_overflow(a >> 24, b >> 24, &c), c);
    say("%d %d %d %d", (int)__builtin_elementwise_add_sat(a, b), (int)__builtin_elementwise_sub_sat(a, b), (int)__builtin_elementwise_add_sat((unsigned)a, (unsigned)b), (int)__builtin_elementwise_sub_sat((unsigned)a, (unsigned)b));
  }
}

__attribute__((noinline)) static void bits(void) {
  for (int k = 0; k < 20; k++) {
    u64 a = next() >> (next() % 60) | 1;
    unsigned b = (unsigned)a | 1;
    unsigned n = (unsigned)next() % 32;
    say("%d %d %d %d %d %d", __builtin_clz(b), __builtin_ctz(b), __builtin_popcount(b), __builtin_clzll(a), __builtin_ctzll(a), __builtin_popcountll(a));
    say("%x %llx %x", __builtin_bswap32(b), __builtin_bswap64(a), __builtin_bswap16((unsigned short)a));
    say("%x %llx %x %x", __builtin_bitreverse32(b), __builtin_bitreverse64(a), __builtin_bitreverse16((unsigned short)a), __builtin_bitreverse8((unsigned char)a));
    say("%x %x %llx", __builtin_rotateleft32(b, n), __builtin_rotateright32(b, n), __builtin_rotateleft64(a, n));
    say("%x %llx", b << n | b >> (-n & 31), a >> n | a << (-n & 63));
    say("%d %d %d", __builtin_ffs((int)b & ~1), __builtin_parity(b), __builtin_clrsb((int)b));
    say("%d %d", __builtin_elementwise_max((int)b, -(int)n), __builtin_elementwise_min(b, n));
    say("%lld", __builtin_elementwise_abs((long long)(a >> 1) * (n & 1 ? 1 : -1)));
  }
}

__attribute__((noinline)) static void switches(u128 x, unsigned _BitInt(37) y) {
  switch (x) {
  case 0: say("zero"); break;
  case (u128)1 << 100: say("2^100"); break;
  default: say("other");
  }
  switch (y) {
  case 5: say("five"); break;
  case 1ull << 36: say("2^36"); break;
  default: say("other");
  }
}

int main(void) {
  for (int i = 0; i < 6; i++) {
    u256 a = value(), b = value();
    width_3(a, b), width_7(a, b), width_13(a, b), width_24(a, b), width_33(a, b), width_48(a, b), width_63(a, b), width_65(a, b), width_97(a, b);
    width_127(a, b), width_128(a, b), width_129(a, b), width_192(a, b), width_200(a, b), width_256(a, b);
  }
  s128 most = (s128)(((u128)1 << 127) - 1);
  show("most", (u256)(s256)most);
  say("%d", (int)((s128)-most / 3 == -(most / 3)));
  double d = (double)most;
  say("%g %g %lld", d, (double)(u128)value(), (long long)(s128)1e15);
  overflow();
  bits();
  switches(0, 5), switches((u128)1 << 100, 1ull << 36), switches(7, 7);
  return 0;
}
