// Integers of 128 bits and more.
#include <stdio.h>

typedef unsigned __int128 u128; typedef __int128 s128;
typedef unsigned _BitInt(136) u136; typedef _BitInt(136) s136;
typedef unsigned _BitInt(200) u200; typedef _BitInt(200) s200;
static unsigned long long hash = 1469598103934665603ull;
static void mix(unsigned long long v) { hash = (hash ^ v) * 1099511628211ull; }
#define MIX(v) do { u200 v_ = (u200)(v); mix((unsigned long long)v_); mix((unsigned long long)(v_ >> 64)); mix((unsigned long long)(v_ >> 128)); mix((unsigned long long)(v_ >> 192)); } while (0)

struct __attribute__((packed)) fields { signed a : 13; unsigned long long b : 61; signed long long c : 57; unsigned d : 5; };

static u200 value(unsigned n) {
  static const unsigned long long parts[] = { 0, 1, ~0ull, 1ull << 63, 0x123456789abcdef0ull, 0xfedcba9876543210ull, 7 };
  u200 v = parts[n % 7];
  v |= (u200)parts[n / 7 % 7] << 64; v |= (u200)parts[n / 49 % 7] << 128; v |= (u200)(parts[(n + 3) % 7] & 255) << 192;
  return v;
}

#define ALL(T, U, bits) static void test_##T(T a, T b) { \
  MIX((U)a + (U)b); MIX((U)a - (U)b); MIX((U)a * (U)b); MIX(a & b); MIX(a | b); MIX(a ^ b); MIX(~a); MIX((U)0 - (U)a); \
  mix(a < b); mix(a <= b); mix(a > b); mix(a >= b); mix(a == b); mix(a != b); \
  unsigned n = (unsigned)b % bits; MIX((U)a << n); MIX(a >> n); MIX((U)a << 3); MIX(a >> 70); MIX((U)a << 64); MIX(a >> 64); mix((unsigned long long)(int)a); mix((unsigned long long)(long long)a); MIX((s200)a); MIX((s136)a); MIX((u128)a); MIX((T)(signed char)a); }
ALL(u128, u128, 128) ALL(s128, u128, 128) ALL(u136, u136, 136) ALL(s136, u136, 136) ALL(u200, u200, 200) ALL(s200, u200, 200)

int main(void) {
  for (unsigned i = 0; i < 350; i += 13) for (unsigned j = 0; j < 350; j += 23) {
    u200 a = value(i), b = value(j);
    test_u128((u128)a, (u128)b); test_s128((s128)a, (s128)b); test_u136((u136)a, (u136)b); test_s136((s136)a, (s136)b); test_u200(a, b); test_s200((s200)a, (s200)b);
    u128 x = (u128)a, y = (u128)b; s128 z = (s128)a, w = (s128)b;
    if (y) { MIX(x / y); MIX(x % y); }
    if (w && w != -1) { MIX(z / w); MIX(z % w); }
    struct fields f = { (int)i, j, (long long)i * j, j }; f.a -= (int)j; f.b *= 7; f.c ^= f.d; f.d++;
    mix(f.a); mix(f.b); mix(f.c); mix(f.d);
    switch (x) { case 0: mix(1); break; case ((u128)1 << 64 | 1): mix(2); break; case (u128)-1: mix(3); break; default: mix(4); }
  }
  printf("%llx\n", hash);
  return (int)(hash & 63);
}
