// Every integer operator at many widths, on values that are edges.
#include <stdio.h>
#include <stdint.h>

static unsigned long long hash = 1469598103934665603ull;
static void mix(unsigned long long v) { hash = (hash ^ v) * 1099511628211ull; }

static const long long edges[] = { 0, 1, -1, 2, 3, 7, -8, 127, 128, -128, 255, 256, 32767, -32768, 65535, 2147483647, -2147483647 - 1,
  4294967295ll, 4294967296ll, 9223372036854775807ll, -9223372036854775807ll - 1, 0x5555555555555555ll, 0x123456789abcdefll };
#define N (sizeof edges / sizeof edges[0])

#define OPERATORS(T, U, bits) static void test_##T(T a, T b) { \
  mix((U)((U)a + (U)b)); mix((U)((U)a - (U)b)); mix((U)((U)a * (U)b)); \
  if (b != 0 && !((U)b == (U)-1 && (U)a == (U)((U)1 << (bits - 1)))) { mix((U)(a / b)); mix((U)(a % b)); } \
  mix((U)(a & b)); mix((U)(a | b)); mix((U)(a ^ b)); mix((U)~a); mix(a < b); mix(a <= b); mix(a == b); mix(a != b); mix(a > b); mix(a >= b); \
  mix((U)((U)a << ((U)b % bits))); mix((U)(a >> ((U)b % bits))); mix(!a); mix(a && b); mix(a || b); mix(a < b ? (U)a : (U)b); }

typedef signed char s8; typedef unsigned char u8;
typedef unsigned _BitInt(17) u17; typedef _BitInt(17) s17;
typedef unsigned _BitInt(47) u47; typedef _BitInt(47) s47;
OPERATORS(s8, u8, 8) OPERATORS(u8, u8, 8)
OPERATORS(int16_t, uint16_t, 16) OPERATORS(uint16_t, uint16_t, 16)
OPERATORS(int32_t, uint32_t, 32) OPERATORS(uint32_t, uint32_t, 32)
OPERATORS(int64_t, uint64_t, 64) OPERATORS(uint64_t, uint64_t, 64)
OPERATORS(s17, u17, 17) OPERATORS(u17, u17, 17) OPERATORS(s47, u47, 47)

int main(void) {
  for (unsigned i = 0; i < N; i++) for (unsigned j = 0; j < N; j++) {
    test_s8((s8)edges[i], (s8)edges[j]); test_u8((u8)edges[i], (u8)edges[j]);
    test_int16_t((int16_t)edges[i], (int16_t)edges[j]); test_uint16_t((uint16_t)edges[i], (uint16_t)edges[j]);
    test_int32_t((int32_t)edges[i], (int32_t)edges[j]); test_uint32_t((uint32_t)edges[i], (uint32_t)edges[j]);
    test_int64_t(edges[i], edges[j]); test_uint64_t((uint64_t)edges[i], (uint64_t)edges[j]);
    test_s17((s17)edges[i], (s17)edges[j]); test_u17((u17)edges[i], (u17)edges[j]); test_s47((s47)edges[i], (s47)edges[j]);
    unsigned char small; int middle; long large;
    mix(__builtin_add_overflow(edges[i], edges[j], &middle)); mix(middle);
    mix(__builtin_mul_overflow(edges[i], edges[j], &large)); mix(large);
    mix(__builtin_sub_overflow((int)edges[i], (int)edges[j], &small)); mix(small);
    unsigned x = (unsigned)edges[i]; unsigned long long y = (unsigned long long)edges[i];
    mix(__builtin_popcount(x)); mix(__builtin_popcountll(y)); mix(__builtin_bswap32(x)); mix(__builtin_bswap64(y)); mix(__builtin_bitreverse16((unsigned short)x));
    if (x) { mix(__builtin_clz(x)); mix(__builtin_ctz(x)); } if (y) { mix(__builtin_clzll(y)); mix(__builtin_ctzll(y)); }
    mix(__builtin_rotateleft32(x, (unsigned)edges[j])); mix(__builtin_rotateright64(y, (unsigned long long)edges[j])); mix(__builtin_parity(x)); mix(__builtin_ffsll(edges[i]));
    mix((unsigned)__builtin_elementwise_add_sat((int)edges[i], (int)edges[j])); mix((unsigned char)__builtin_elementwise_sub_sat((u8)edges[i], (u8)edges[j]));
  }
  printf("%llx\n", hash);
  return (int)(hash & 63);
}
