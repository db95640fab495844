// Vectors: arithmetic, masks, shuffles, conversions, reductions, masked memory, what the optimiser makes of loops.
#include "../say.h"

typedef int v4 __attribute__((vector_size(16)));
typedef unsigned u8v __attribute__((vector_size(32)));
typedef float f4 __attribute__((vector_size(16)));
typedef double d2 __attribute__((vector_size(16)));
typedef short s8 __attribute__((vector_size(16)));
typedef int e3 __attribute__((ext_vector_type(3)));
typedef int e4 __attribute__((ext_vector_type(4)));
typedef float x4 __attribute__((ext_vector_type(4)));
typedef _Bool m4 __attribute__((ext_vector_type(4)));

static void show(const char *what, v4 v) { say("%s %d %d %d %d", what, v[0], v[1], v[2], v[3]); }

__attribute__((noinline)) static void arithmetic(v4 a, v4 b) {
  show("+", a + b), show("-", a - b), show("*", a * b), show("/", a / b), show("%", a % b);
  show("<<", a << (b & 7)), show(">>", a >> (b & 7)), show("&", a & b), show("|", a | b), show("^", a ^ b), show("~", ~a), show("neg", -a);
  show("<", a < b), show("==", a == b);
  show("shuffle", __builtin_shufflevector(a, b, 3, 4, 1, 6)), show("max", __builtin_elementwise_max(a, b)), show("abs", __builtin_elementwise_abs(a));
  e4 chosen = ((e4)a < (e4)b) ? (e4)a : (e4)b;
  show("?", (v4)chosen), show("!", (v4)!(e4)a);
  show("sat", __builtin_elementwise_add_sat(a << 28, b << 28));
  say("%d %d %d %d %d %d %d", __builtin_reduce_add(a), __builtin_reduce_mul(a), __builtin_reduce_max(a), __builtin_reduce_min(a), __builtin_reduce_and(a), __builtin_reduce_or(a), __builtin_reduce_xor(a));
}

__attribute__((noinline)) static void floats(f4 a, f4 b) {
  f4 s = a + b, p = a * b, q = a / b;
  for (int i = 0; i < 4; i++) say("%a %a %a", s[i], p[i], q[i]);
  show("<", (v4)(a < b)), show("to int", __builtin_convertvector(a, v4));
  d2 d = __builtin_convertvector(__builtin_shufflevector(a, a, 0, 1), d2);
  say("%a %a", d[0], d[1]);
  x4 x = __builtin_elementwise_max((x4)a, (x4)b), y = __builtin_elementwise_floor((x4)a);
  say("%a %a %a", x[1], y[2], __builtin_reduce_max((x4)b));
  s8 h = (s8)a;
  say("%d %d", h[0], h[7]);
}

__attribute__((noinline)) static e4 masked(m4 m, int *p, e4 o) {
  e4 r = __builtin_masked_load(m, p, o);
  __builtin_masked_store(m, o, p);
  e4 x = __builtin_masked_expand_load(m, p, o);
  __builtin_masked_compress_store(m, o, p + 4);
  return r + x;
}

__attribute__((noinline)) static long sum(const int *a, int n) { long s = 0; for (int i = 0; i < n; i++) s += a[i]; return s; }
__attribute__((noinline)) static int most(const short *a, int n) { int m = -99999; for (int i = 0; i < n; i++) m = a[i] > m ? a[i] : m; return m; }
__attribute__((noinline)) static void mix(unsigned char *restrict a, const unsigned char *restrict b, int n) { for (int i = 0; i < n; i++) if (b[i] & 1) a[i] = (unsigned char)((a[i] + b[i] + 1) / 2); }
__attribute__((noinline)) static double dot(const double *a, const float *b, int n) { double s = 0; for (int i = 0; i < n; i++) s += a[i] * (double)b[i]; return s; }
__attribute__((noinline)) static unsigned crc(const unsigned char *a, int n) { unsigned c = ~0u; for (int i = 0; i < n; i++) { c ^= a[i]; for (int k = 0; k < 8; k++) c = c >> 1 ^ (0xedb88320u & -(c & 1)); } return ~c; }
__attribute__((noinline)) static int count(const char *a, char c, int n) { int k = 0; for (int i = 0; i < n; i++) k += a[i] == c; return k; }
__attribute__((noinline)) static void reverse(int *a, int n) { for (int i = 0; i < n / 2; i++) { int t = a[i]; a[i] = a[n - 1 - i]; a[n - 1 - i] = t; } }
__attribute__((noinline)) static void transpose(int a[4][4]) { for (int i = 0; i < 4; i++) for (int j = 0; j < i; j++) { int t = a[i][j]; a[i][j] = a[j][i]; a[j][i] = t; } }

int main(void) {
  arithmetic((v4){1, -2, 300, 44}, (v4){7, 5, -3, 2});
  arithmetic((v4){-2147483647, 9, 0, 1}, (v4){1, 1, 1, -7});
  floats((f4){1.5f, -2.25f, 3e5f, 0.1f}, (f4){2, 0.5f, -7, 3});
  int memory[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  e4 r = masked((m4){1, 0, 1, 1}, memory, (e4){90, 80, 70, 60});
  say("%d %d %d %d", r[0], r[1], r[2], r[3]);
  for (int i = 0; i < 8; i++) say("%d", memory[i]);
  e3 three = {1, 2, 3};
  three.xz = three.zx;
  say("%d %d %d %d", three.x, three.y, three.z, (int)sizeof three);
  u8v wide = {1, 2, 3, 4, 5, 6, 7, 8};
  wide = wide * wide + 1;
  say("%u %u", wide[7], __builtin_reduce_add(wide));
  for (int n = 0; n < 70; n += 7) {
    int a[70];
    short s[70];
    unsigned char x[70], y[70];
    double d[70];
    float f[70];
    for (int i = 0; i < n; i++) a[i] = i * 77 - 1000, s[i] = (short)(i * 991), x[i] = (unsigned char)(i * 7), y[i] = (unsigned char)(i * 13 + 1), d[i] = i / 8.0, f[i] = 1.0f / (float)(i + 1);
    mix(x, y, n);
    reverse(a, n);
    say("%ld %d %a %08x %d %d", sum(a, n), most(s, n), dot(d, f, n), crc(x, n), count((char *)x, 21, n), n ? a[n / 3] : 0);
  }
  int m[4][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}, {13, 14, 15, 16}};
  transpose(m);
  say("%d %d %d", m[0][3], m[3][0], m[2][1]);
  return 0;
}
