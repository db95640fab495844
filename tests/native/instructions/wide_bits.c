// Integers of more than 128 bits: counts of bits, reversals, overflow, saturation, rotations.
#include "wide.h"

// Some are small, some have zeros at the end, some are all ones above.
__attribute__((noinline)) static u256 value(void) {
  u256 v = next();
  v = v << 64 | next();
  v = v << 64 | next();
  v = v << 64 | next();
  unsigned by = (unsigned)(next() % 250);
  switch (next() % 4) {
  case 0: return v >> by;
  case 1: return v << by;
  case 2: return ~(v >> by);
  default: return v;
  }
}

#define WIDTH(N)                                                                                   \
  typedef unsigned _BitInt(N) u##N;                                                                \
  typedef _BitInt(N) s##N;                                                                         \
  __attribute__((noinline)) static u##N rotate##N(u##N a, unsigned n) {                            \
    return n == 0 ? a : (u##N)(a << n | a >> (N - n));                                             \
  }                                                                                                \
  __attribute__((noinline)) static void width_##N(u256 a, u256 b) {                                \
    u##N ua = (u##N)a, ub = (u##N)b, ur;                                                           \
    s##N sa = (s##N)a, sb = (s##N)b, sr;                                                           \
    say(#N " %d %d %d", __builtin_popcountg(ua), __builtin_clzg(ua, N), __builtin_ctzg(ua, N));    \
    say(#N " u+ %d", __builtin_add_overflow(ua, ub, &ur)), show("", ur);                           \
    say(#N " u- %d", __builtin_sub_overflow(ua, ub, &ur)), show("", ur);                           \
    say(#N " u* %d", __builtin_mul_overflow(ua, ub, &ur)), show("", ur);                           \
    say(#N " s+ %d", __builtin_add_overflow(sa, sb, &sr)), show("", (u##N)sr);                     \
    say(#N " s- %d", __builtin_sub_overflow(sa, sb, &sr)), show("", (u##N)sr);                     \
    show("add", __builtin_elementwise_add_sat(ua, ub));                                            \
    show("sub", __builtin_elementwise_sub_sat(ua, ub));                                            \
    show("sadd", (u##N)__builtin_elementwise_add_sat(sa, sb));                                     \
    show("ssub", (u##N)__builtin_elementwise_sub_sat(sa, sb));                                     \
    show("abs", (u##N)__builtin_elementwise_abs(sa));                                              \
    show("min", __builtin_elementwise_min(ua, ub));                                                \
    show("max", (u##N)__builtin_elementwise_max(sa, sb));                                          \
    show("reverse", __builtin_elementwise_bitreverse(ua));                                         \
    show("rotate", rotate##N(ua, (unsigned)(ub % N)));                                             \
    show("none", rotate##N(ua, 0));                                                                \
    show("part", __builtin_elementwise_fshl(ua, ub, (u##N)77));                                    \
    show("whole", __builtin_elementwise_fshr(ua, ub, (u##N)N));                                    \
  }
WIDTH(129) WIDTH(144) WIDTH(191) WIDTH(192) WIDTH(200) WIDTH(256)

// By a number that is no constant: of clang's own making only where the width is a power of two.
__attribute__((noinline)) static void funnel(u256 a, u256 b) {
  show("left", __builtin_elementwise_fshl(a, b, a >> 3));
  show("right", __builtin_elementwise_fshr(a, b, b >> 5));
}

int main(void) {
  for (int i = 0; i < 12; i++) {
    u256 a = value(), b = value();
    width_129(a, b), width_144(a, b), width_191(a, b), width_192(a, b), width_200(a, b), width_256(a, b);
    funnel(a, b);
  }
  u256 zero = 0, least = (u256)1 << 255;
  width_256(zero, zero), width_256(~zero, 1), width_256(least, ~zero), width_256(least - 1, least);
  width_200(zero, 1), width_200(~zero, ~zero), width_200((u256)1 << 199, ~zero);
  return 0;
}
