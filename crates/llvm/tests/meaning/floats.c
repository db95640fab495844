// Single and double precision.
#include <math.h>
#include <stdio.h>

static unsigned long long hash = 1469598103934665603ull;
static void mix(unsigned long long v) { hash = (hash ^ v) * 1099511628211ull; }
static void mixd(double d) { union { double d; unsigned long long u; } v = { d }; mix(d != d ? 7 : v.u); }
static const double values[] = { 0.0, -0.0, 1.0, -1.0, 0.5, 1.5, 2.5, -2.5, 3.75, 1e10, -1e10, 1e300, 1e-300, 123456.789, 4294967296.5, INFINITY, -INFINITY, NAN };
#define N (sizeof values / sizeof values[0])

int main(void) {
  for (unsigned i = 0; i < N; i++) {
    double a = values[i]; float f = (float)a;
    mixd(fabs(a)); mixd(floor(a)); mixd(ceil(a)); mixd(trunc(a)); mixd(round(a)); mixd(rint(a)); mixd(-a); mixd(f); mixd(floorf(f)); mix(a != 0); mix(!a);
    if (fabs(a) < 1e9) { mix((unsigned)(int)a); mix((unsigned long long)(long)a); mix((unsigned)(signed char)(int)a); if (a >= 0) mix((unsigned)a); }
    for (unsigned j = 0; j < N; j++) {
      double b = values[j]; float g = (float)b;
      mixd(a + b); mixd(a - b); mixd(a * b); mixd(a / b); mixd(f + g); mixd(f * g); mixd(f / g); mixd(f - g); mixd(copysign(a, b)); mixd(a * b + f);
      mix(a < b); mix(a <= b); mix(a == b); mix(a != b); mix(a > b); mix(a >= b); mix(!(a < b)); mix(!(a >= b)); mix(__builtin_isunordered(a, b)); mix(__builtin_islessgreater(a, b));
      mixd(a < b ? a : b); mixd(f > g ? f : g);
    }
  }
  for (int i = -40; i < 40; i++) { mixd(i * 1.1); mixd((float)i / 7); mixd((double)(unsigned long)i); mixd((float)(long)(i * 123456789012345l)); mixd((double)(signed char)(i * 5)); }
  printf("%llx\n", hash);
  return (int)(hash & 63);
}
