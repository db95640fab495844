// float, double and x86_fp80: arithmetic, comparison, conversion, classification.
#include "../say.h"
#include <float.h>
#include <math.h>
#include <stdint.h>

#define LIST(X) X(0.0) X(-0.0) X(1.0) X(-2.5) X(1e-310) X(1e300) X(-3.75e18) X(0.1) X(INFINITY) X(-INFINITY) X(NAN) X(4.9e-324) X(16777217.0) X(123456789.125)
#define ITEM(v) v,
static volatile double values[] = {LIST(ITEM)};
enum { N = sizeof values / sizeof *values };

#define KIND(T, name, F)                                                                           \
  __attribute__((noinline)) static void name(T a, T b) {                                           \
    say(F " " F " " F " " F " " F, a + b == a + b ? a + b : (T)0, a - b == a - b ? a - b : (T)0, a * b == a * b ? a * b : (T)0, a / b == a / b ? a / b : (T)0, a == a ? -a : (T)0); \
    say("%d%d%d%d%d%d", a < b, a <= b, a > b, a >= b, a == b, a != b);                             \
    say("%d%d%d%d", __builtin_isunordered(a, b), __builtin_isless(a, b), __builtin_isgreaterequal(a, b), __builtin_islessgreater(a, b)); \
    say("%d%d%d%d%d", !!__builtin_isnan(a), !!__builtin_isinf(a), !!__builtin_isfinite(a), !!__builtin_isnormal(a), !!__builtin_signbit(a == a ? a : 0)); \
    say("%d", __builtin_fpclassify(1, 2, 3, 4, 5, a));                                             \
    if (a > (T)-9e18 && a < (T)9e18) say("%lld %d", (long long)a, a > (T)-2e9 && a < (T)2e9 ? (int)a : 0); \
    if (a > (T)0 && a < (T)1.8e19) say("%llu", (unsigned long long)a);                             \
    say(F " " F, (T)(long long)0x7fffffffffffffff, (T)0xffffffffffffffffull);                      \
    if (a == a) say("%.9g %.17g", (double)(float)a, (double)a);                                    \
  }
KIND(float, single, "%a")
KIND(double, twice, "%a")
KIND(long double, extended, "%La")

__attribute__((noinline)) static _Complex double square(_Complex double z) { return z * z / (z + 1.0); }

static void classes(double d) {
  say("%d %d %d %d", !!__builtin_isfpclass(d, 0x0003), !!__builtin_isfpclass(d, 0x0204), !!__builtin_isfpclass(d, 0x0060), !!__builtin_isfpclass(d, 0x0108));
}

int main(void) {
  for (int i = 0; i < N; i++) {
    classes(values[i]);
    for (int j = 0; j < N; j++) {
      single((float)values[i], (float)values[j]);
      twice(values[i], values[j]);
      extended(values[i] + (long double)1e-3L * j, values[j]);
    }
  }
  double d = values[3];
  say("%a %a %a %a", fabs(d), floor(d), ceil(d), copysign(3.0, d));
  say("%a %a %a %a", trunc(d), round(d), rint(d), nearbyint(d));
  say("%a %a %a", fmax(d, 1.0), fmin(d, 1.0), sqrt(values[13]));
  say("%La %La %La", fabsl(d), floorl((long double)d), sqrtl(2.0L + d * d));
  say("%a", __builtin_fma(values[7], values[7], -values[2]));
  say("%ld %ld %lld", lround(d), lrint(d), llround(1e10));
  _Complex double z = square(3.0 + 4.0i);
  say("%.12g %.12g", __real__ z, __imag__ z);
  long double big = LDBL_MAX, small = LDBL_MIN;
  say("%Lg %Lg", big, small);
#ifdef __SSE2__
  _Float16 h = (_Float16)1.5f;
  h = h * (_Float16)3;
  say("%g", (double)h);
#else
  say("4.5");
#endif
  uint64_t bits;
  memcpy(&bits, (const void *)&values[7], 8);
  say("%llx", (unsigned long long)bits);
  return 0;
}
