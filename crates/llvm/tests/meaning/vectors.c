// Vectors, written and made by the optimiser; atomics without threads.
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

typedef int v4 __attribute__((vector_size(16)));
typedef float f4 __attribute__((vector_size(16)));
typedef long long l2 __attribute__((vector_size(16)));
typedef int e4 __attribute__((ext_vector_type(4)));
typedef _Bool m4 __attribute__((ext_vector_type(4)));
static unsigned long long hash = 1469598103934665603ull;
static void mix(unsigned long long v) { hash = (hash ^ v) * 1099511628211ull; }
static void mixv(v4 v) { for (int i = 0; i < 4; i++) mix((unsigned)v[i]); }
__attribute__((noinline)) static int dot(const int *a, const int *b, int n) { int s = 0; for (int i = 0; i < n; i++) s += a[i] * b[i]; return s; }
__attribute__((noinline)) static void add(int *restrict a, const short *restrict b, int n) { for (int i = 0; i < n; i++) if (b[i] > 3) a[i] += b[i] * 3; }
__attribute__((noinline)) static int most(const unsigned char *a, int n) { int m = 0; for (int i = 0; i < n; i++) m = a[i] > m ? a[i] : m; return m; }
__attribute__((noinline)) static int find(const char *s, char c, int n) { for (int i = 0; i < n; i++) if (s[i] == c) return i; return -1; }
__attribute__((noinline)) static void turn(short *a, const short *b, int n) { for (int i = 0; i < n; i++) a[i] = b[n - 1 - i]; }
__attribute__((noinline)) static v4 put(v4 a, int i, int x) { a[i] = x; return a; }
__attribute__((noinline)) static e4 masked(m4 m, int *p, e4 o) { e4 r = __builtin_masked_load(m, p, o); __builtin_masked_store(m, o, p); return r; }
static atomic_int counter; static _Atomic unsigned char byte; static _Atomic(int *) pointer; static _Atomic __int128 wide;

int main(void) {
  v4 a = { 1, -2, 300000, 4 }, b = { 7, 5, -3, 2 };
  mixv(a + b); mixv(a * b - a); mixv(a / b); mixv(a % b); mixv(a << 3); mixv(a >> 1); mixv(a & b); mixv(~a ^ b); mixv(a < b); mixv((a == b) | (a > b)); mixv(-a);
  mixv(__builtin_shufflevector(a, b, 0, 5, 2, 7)); for (int i = 0; i < 4; i++) { mix((unsigned)a[i]); mixv(put(a, i, i * 9)); }
  f4 f = __builtin_convertvector(a, f4); mixv(__builtin_convertvector(f * 1.5f, v4)); l2 l = (l2)a; mix((unsigned long long)l[1]);
  mix((unsigned)__builtin_reduce_add(a)); mix((unsigned)__builtin_reduce_max(a)); mix((unsigned)__builtin_reduce_and(b)); mixv(__builtin_elementwise_max(a, b)); mixv(__builtin_elementwise_abs(b));
  int memory[8] = { 1, 2, 3, 4, 5, 6, 7, 8 }; e4 r = masked((m4){1, 0, 1, 0}, memory, (e4){9, 8, 7, 6}); for (int i = 0; i < 4; i++) { mix((unsigned)r[i]); mix((unsigned)memory[i]); }
  int x[37], y[37]; short s[37], t[37]; unsigned char c[37]; char text[37];
  for (int i = 0; i < 37; i++) { x[i] = i * 7 - 50; y[i] = 100 - i * i; s[i] = (short)(i * 3 - 20); c[i] = (unsigned char)(i * 41); text[i] = (char)('a' + i % 26); }
  add(x, s, 37); turn(t, s, 37); for (int i = 0; i < 37; i++) { mix((unsigned)x[i]); mix((unsigned short)t[i]); }
  mix((unsigned)dot(x, y, 37)); mix((unsigned)most(c, 37)); mix((unsigned)find(text, 'q', 37)); mix((unsigned)find(text, '!', 37));
  counter = 5; mix(atomic_fetch_add(&counter, 3)); mix(atomic_fetch_sub(&counter, 1)); mix(atomic_exchange(&counter, 20)); mix(++counter); mix(counter--); mix(counter |= 3);
  int e = 4; mix(atomic_compare_exchange_strong(&counter, &e, 9)); mix((unsigned)e); mix(atomic_compare_exchange_strong(&counter, &e, 9)); mix(counter);
  byte = 250; mix(atomic_fetch_add(&byte, 10)); mix(byte); mix(__atomic_fetch_max(&e, 100, 5)); mix(__atomic_nand_fetch(&e, 7, 5)); mix(__sync_val_compare_and_swap(&e, 0, 1));
  pointer = x; atomic_fetch_add(&pointer, 2); mix((unsigned)*pointer); int *q = x; mix(atomic_compare_exchange_strong(&pointer, &q, y)); mix((unsigned long long)(q - x));
  wide = ((__int128)5 << 70) + 3; wide += 9; mix((unsigned long long)(wide >> 64)); mix((unsigned long long)wide);
  printf("%llx\n", hash);
  return (int)(hash & 63);
}
