#define _GNU_SOURCE
#include "say.h"
#include <errno.h>
#include <math.h>

/* Volatile, so that no compiler computes in advance. */
static volatile double inputs[] = {0.0, -0.0, 1.0, -1.0, 0.5, -2.5, 3.7, 100.25, 1e-5, 710.0, -745.2, 1e300, 1e-310};
static volatile double others[] = {2.0, -0.5, 0.0, 3.0, 1e10};

#define ONE(name)                                                   \
  do {                                                              \
    errno = 0;                                                      \
    say(#name " %a", name(x));                                      \
    say("%d %a %La", errno, (double)name##f((float)x), name##l(x)); \
  } while (0)
#define TWO(name)                                                                \
  do {                                                                           \
    errno = 0;                                                                   \
    say(#name " %a", name(x, y));                                                \
    say("%d %a %La", errno, (double)name##f((float)x, (float)y), name##l(x, y)); \
  } while (0)

static void unary(double x) {
  ONE(acos); ONE(acosh); ONE(asin); ONE(asinh); ONE(atan); ONE(atanh); ONE(cbrt); ONE(ceil);
  ONE(cos); ONE(cosh); ONE(erf); ONE(erfc); ONE(exp); ONE(exp10); ONE(exp2); ONE(expm1);
  ONE(fabs); ONE(floor); ONE(j0); ONE(j1); ONE(log); ONE(log10); ONE(log1p); ONE(log2);
  ONE(logb); ONE(nearbyint); ONE(rint); ONE(round); ONE(roundeven); ONE(significand); ONE(sin);
  ONE(sinh); ONE(sqrt); ONE(tan); ONE(tanh); ONE(tgamma); ONE(trunc); ONE(lgamma);
  if (x > 0) {
    ONE(y0);
    ONE(y1);
  }
}

static void binary(double x, double y) {
  TWO(atan2); TWO(copysign); TWO(drem); TWO(fdim); TWO(fmax); TWO(fmin); TWO(fmod); TWO(hypot);
  TWO(nextafter); TWO(pow); TWO(remainder);
}

static void rest(double x) {
  int exponent = 0, quotient = 0, sign = 0;
  double whole = 0, s, c;
  float whole_f = 0, sf, cf;
  long double whole_l = 0, sl, cl;
  say("%a %d", frexp(x, &exponent), exponent);
  say("%a %d", (double)frexpf((float)x, &exponent), exponent);
  say("%La %d", frexpl(x, &exponent), exponent);
  say("%a %a", modf(x, &whole), whole);
  say("%a %a", (double)modff((float)x, &whole_f), (double)whole_f);
  say("%La %La", modfl(x, &whole_l), whole_l);
  say("%a %d", remquo(x, 3.0, &quotient), quotient & 7);
  say("%La %d", remquol(x, 3.0L, &quotient), quotient & 7);
  say("%a %a %La", ldexp(x, 3), (double)ldexpf((float)x, -2), ldexpl(x, 5));
  say("%a %a %La", scalbn(x, 3), scalbln(x, -2L), scalbnl(x, 5));
  say("%d %d %d", ilogb(x), ilogbf((float)x), ilogbl(x));
  say("%a %La", fma(x, 1.5, 0.1), fmal(x, 1.5L, 0.1L));
  say("%a %a %La", jn(2, x), (double)jnf(3, (float)x), jnl(2, x));
  say("%a %d", lgamma_r(x, &sign), sign);
  say("%La %d", lgammal_r(x, &sign), sign);
  sincos(x, &s, &c);
  sincosf((float)x, &sf, &cf);
  sincosl(x, &sl, &cl);
  say("%a %a %a %a %La %La", s, c, (double)sf, (double)cf, sl, cl);
  say("%a %a %La", nexttoward(x, 5.0L), (double)nexttowardf((float)x, -5.0L), nexttowardl(x, x));
  if (fabs(x) < 1e9) {
    say("%ld %lld %ld %lld", lrint(x), llrint(x), lround(x), llround(x));
    say("%ld %lld %ld %lld", lrintf(x), llrintl(x), lroundl(x), llroundf(x));
  }
  say("%d %d %d %d %d", fpclassify(x), !!isnan(x), !!isinf(x), !!signbit(x), !!isnormal(x));
}

int main(void) {
  unsigned i, j;
  for (i = 0; i < sizeof inputs / sizeof *inputs; i++) {
    unary(inputs[i]);
    rest(inputs[i]);
    for (j = 0; j < sizeof others / sizeof *others; j++) binary(inputs[i], others[j]);
  }
  say("%d %La %a", isnan(nan("")), nanl("5"), nan("0x7"));
  return 0;
}
