// Vector types, and loops that the optimiser makes vectors of.
#include <stdint.h>
#include <string.h>

typedef int v4 __attribute__((vector_size(16)));
typedef float f4 __attribute__((vector_size(16)));
typedef double d2 __attribute__((vector_size(16)));
typedef unsigned char b16 __attribute__((vector_size(16)));
typedef long long l2 __attribute__((vector_size(16)));
typedef int v3 __attribute__((ext_vector_type(3)));
typedef int e4 __attribute__((ext_vector_type(4)));
typedef _Bool m4 __attribute__((ext_vector_type(4)));

v4 arithmetic(v4 a, v4 b) { return a + b * a - (b | 3) + (a << 2) + (a >> (v4){1, 2, 3, 4}) + (a / (b | 1)) + (-a ^ ~b); }
f4 floats(f4 a, f4 b) { return a * b + a / b - 1.5f; }
v4 compare(v4 a, v4 b) { return (a < b) & (a == b); }
int element(v4 a, int i) { return a[i] + a[2]; }
v4 put(v4 a, int i, int x) { a[i] = x; a[1] = 5; return a; }
v4 shuffle(v4 a, v4 b) { return __builtin_shufflevector(a, b, 0, 5, 2, -1); }
b16 reverse(b16 a) { return __builtin_shufflevector(a, a, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0); }
f4 convert(v4 a) { return __builtin_convertvector(a, f4); }
d2 bits(l2 a) { return (d2)a; }
l2 join(v4 a) { return (l2)a; }
v3 three(v3 a) { return a + a.zyx; }
e4 select(e4 c, e4 a, e4 b) { return c ? a : b; }
int reduce(v4 a) { return __builtin_reduce_add(a) + __builtin_reduce_max(a) + __builtin_reduce_and(a) + __builtin_reduce_xor(a); }
float reduce_float(f4 a) { return __builtin_reduce_max(a); }
v4 elementwise(v4 a, v4 b) { return __builtin_elementwise_max(a, b) + __builtin_elementwise_abs(a) + __builtin_elementwise_popcount(b); }
f4 rounding(f4 a) { return __builtin_elementwise_floor(a) + __builtin_elementwise_sqrt(a); }
e4 masked(m4 m, int *p, e4 a) { e4 r = __builtin_masked_load(m, p, a); __builtin_masked_store(m, a, p); return r + __builtin_masked_expand_load(m, p, a); }
void compress(m4 m, int *p, e4 a) { __builtin_masked_compress_store(m, a, p); }
void add(int *restrict a, const int *restrict b, int n) { for (int i = 0; i < n; i++) a[i] += b[i] * 3; }
int dot(const int *a, const int *b, int n) { int s = 0; for (int i = 0; i < n; i++) s += a[i] * b[i]; return s; }
int longest(const unsigned char *a, int n) { int m = 0; for (int i = 0; i < n; i++) m = a[i] > m ? a[i] : m; return m; }
float total(const float *a) { float s = 0; for (int i = 0; i < 16; i++) s += a[i]; return s; }
void clear(char *a, int n) { for (int i = 0; i < n; i++) a[i] = 0; }
void reversed(short *a, const short *b, int n) { for (int i = 0; i < n; i++) a[i] = b[n - 1 - i]; }
void conditional(int *a, const int *b, int n) { for (int i = 0; i < n; i++) if (b[i] > 3) a[i] = b[i] * 2; }
unsigned hash(const char *s) { unsigned h = 5381; for (; *s; s++) h = h * 33 + (unsigned char)*s; return h; }
int main(void) { v4 a = {1, 2, 3, 4}; int x[16] = {1, 2, 3}; add(x, x, 1); return reduce(a) + element(a, 1) + dot(x, x, 16); }
