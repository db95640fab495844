// Integers of every width, their operators and the builtins on them.
#include <stdint.h>
#include <stdbool.h>
#include <limits.h>

typedef unsigned _BitInt(17) u17;
typedef _BitInt(33) s33;
typedef unsigned _BitInt(100) u100;

typedef unsigned _BitInt(136) u136;
typedef _BitInt(200) s200;
struct __attribute__((packed)) fields { signed a : 13; unsigned long long b : 61; signed long long c : 57; unsigned d : 5; };

u136 very_wide(u136 a, u136 b) { return (a + b) * a - (b ^ a) + (a << 3) + (b >> 70) + (a & b | 9); }
s200 very_wide_signed(s200 a, s200 b, int n) { return (a + b) * a - (a >> 100) + (a << n) - (b >> n); }
int very_wide_compare(s200 a, s200 b, u136 c) { return (a < b) + (a >= b) * 2 + (a == b) * 4 + (c > 7) * 8 + (int)a + (int)(long)c; }
s200 very_wide_convert(u136 a, signed char b, _BitInt(128) c) { return (s200)a + b + (s200)c; }
long packed_fields(struct fields *f) { f->a -= 3; f->b *= 7; f->c ^= f->d; f->d++; return f->a + (long)f->b + f->c + f->d; }
int shifts(int a, unsigned n) { return (a << (n & 31)) ^ (a >> (n & 31)) ^ (int)((unsigned)a >> (n & 31)); }
int unguarded_shift(int a, int n) { return n < 32 ? a << n : 0; }
int64_t divide(int64_t a, int64_t b) { return b ? a / b + a % b : 0; }
uint64_t udivide(uint64_t a, uint64_t b) { return b ? a / b + a % b : 0; }
bool compare(int a, unsigned b, long c, char d) { return (a < 3) + (b >= 7u) + (c != 9) + (d <= 'x') > 2; }
u17 odd(u17 a, u17 b) { return (a + b) * (u17)3 - (a >> 2) + (a / (b | 1)); }
s33 odd_signed(s33 a, s33 b) { return a * b - (a >> 3) + (a % (b | 1)); }
u100 wide_bits(u100 a, u100 b) { return a * b + (a << 3) + (b >> 65); }
int overflow(int a, int b, int *out) { return __builtin_add_overflow(a, b, out) + __builtin_mul_overflow(a, b, out) + __builtin_sub_overflow(a, b, out); }
int overflow_unsigned(unsigned a, unsigned long b, unsigned long *out) { return __builtin_add_overflow(a, b, out) | __builtin_mul_overflow((unsigned long)a, b, out); }
int overflow_mixed(long long a, unsigned b, short *out) { return __builtin_mul_overflow(a, b, out); }
int bits(unsigned a, unsigned long long b) {
  return __builtin_popcount(a) + __builtin_popcountll(b) + (a ? __builtin_clz(a) + __builtin_ctz(a) : 0)
    + __builtin_ffs((int)a) + __builtin_parity(a) + (int)__builtin_bswap32(a) + (int)__builtin_bswap64(b) + (int)__builtin_bswap16((unsigned short)a)
    + (int)__builtin_bitreverse32(a) + (int)__builtin_bitreverse64(b);
}
unsigned rotate(unsigned a, unsigned n) { return (a << (n & 31)) | (a >> (-n & 31)); }
unsigned rotate_builtin(unsigned a, unsigned n) { return __builtin_rotateleft32(a, n) ^ __builtin_rotateright32(a, n + 1); }
int minmax(int a, int b, unsigned c, unsigned d) { return (a < b ? a : b) + (a > b ? a : b) + (int)(c < d ? c : d) + (int)(c > d ? c : d); }
int absolute(int a, long b) { return __builtin_abs(a) + (int)__builtin_labs(b); }
signed char narrow(int a) { return (signed char)a; }
unsigned short middle(unsigned char a, short b) { return (unsigned short)(a + b); }
int saturate(int a, int b) { return __builtin_elementwise_add_sat(a, b) ^ __builtin_elementwise_sub_sat(a, b); }
int sum(const int *a, int n) { int s = 0; for (int i = 0; i < n; i++) s += a[i]; return s; }
int ternary(int a) { return a < 0 ? -1 : a > 0; }
#ifdef __SIZEOF_INT128__
typedef __int128 s128;
typedef unsigned __int128 u128;
s128 wide(s128 a, s128 b) { return a * b + (a / (b | 1)) - (a % (b | 1)) + (a << 70) + (a >> 3); }
u128 uwide(u128 a, u128 b) { return a * b + (a / (b | 1)) - (a % (b | 1)) + (a >> 70); }
int wide_compare(s128 a, u128 b) { return (a < 5) + (b > 7) + (a == 3) + (int)(a >> 64); }
int wide_switch(u128 a) { switch (a) { case 1: return 2; case ((u128)1 << 100): return 3; case 9: return 5; default: return 7; } }
#endif
int main(void) { int o; return shifts(3, 4) + bits(5, 6) + minmax(1, 2, 3, 4) + (int)divide(5, 3) + overflow(1, 2, &o) + o + ternary(-5) + (int)odd(3, 4); }
