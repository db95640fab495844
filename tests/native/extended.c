#include "say.h"
#include <math.h>

/* Arithmetic of long double, which the checker does in software. */
static volatile long double inputs[] = {0.0L, -0.0L, 1.0L, -3.5L, 0.1L, 1e-4940L, 1e4932L, 123456789.987654321L, 3.3621e-4932L, 9223372036854775807.0L};

static void pair(long double x, long double y) {
  say("%La %La", x + y, x - y);
  say("%La %La", x * y, x / y);
  say("%d%d%d%d%d%d", x < y, x <= y, x == y, x != y, x > y, x >= y);
}

int main(void) {
  unsigned i, j;
  for (i = 0; i < sizeof inputs / sizeof *inputs; i++) {
    long double x = inputs[i];
    say("%La %a %a", x, (double)x, (double)(float)x);
    say("%La %La %La %La", sqrtl(x), floorl(x), ceill(x), -x);
    if (x > -1e18L && x < 1e18L) say("%lld %d %La", (long long)x, (int)(x / 1e10L), (long double)(long long)x);
    say("%La %La", (long double)(unsigned long long)-i, (long double)(-(long long)i));
    for (j = 0; j < sizeof inputs / sizeof *inputs; j++) pair(x, inputs[j]);
  }
  volatile __float128 q = 0.1Q, r = 3;
  say("%.20Lf %.20f", (long double)(q * r), (double)(q / r));
  say("%d %d", q < r, (int)(q * 100));
  volatile _Float16 h = 1.1f16, g = 3;
  say("%a %a %a", (double)(h * g), (double)(h / g), (double)(h + g));
  return 0;
}
