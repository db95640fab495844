/* Arithmetic, conversions, mathematics, printf, scanf and strto* on random values. -DROUNDS=N makes more of them. */
#define _GNU_SOURCE
#include "say.h"
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#ifndef ROUNDS
#define ROUNDS 60
#endif

static uint64_t state = 0x9e3779b97f4a7c15;

static uint64_t next(void) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state;
}

/* Random bits, or a number of a handy size. */
static double real(void) {
  uint64_t bits = next();
  double d;
  memcpy(&d, &bits, sizeof d);
  if (next() % 4 && d == d) return d;
  return (double)(int64_t)next() / (double)(1ull << next() % 64);
}

static long double extended(void) { return (long double)real() * (long double)(int64_t)next() / 3; }

static void arithmetic(void) {
  volatile double a = real(), b = real();
  volatile float f = (float)a, g = (float)b;
  volatile long double l = extended(), m = extended();
  say("%a %a %a %a", a + b, a - b, a * b, a / b);
  say("%a %a %a %a", (double)(f + g), (double)(f - g), (double)(f * g), (double)(f / g));
  say("%La %La %La %La", l + m, l - m, l * m, l / m);
  say("%a %La %a %La", fmod(a, b), fmodl(l, m), sqrt(fabs(a)), sqrtl(fabsl(l)));
  say("%d %d %d %d", a < b, f < g, l < m, l == (long double)(double)l);
  if (fabs(a) < 9e18) say("%lld %d", (long long)a, fabs(a) < 2e9 ? (int)a : 0);
  if (fabsl(l) < 9e18L) say("%lld %La", (long long)l, rintl(l));
  int64_t n = (int64_t)next() >> next() % 64;
  say("%a %a %La %a %La", (double)n, (double)(float)n, (long double)n, (double)(uint64_t)n, (long double)(uint64_t)n);
  say("%a %a %a", (double)l, (double)(float)l, (double)(float)a);
}

static void mathematics(void) {
  volatile double a = ldexp((double)(int64_t)next(), -60), b = ldexp((double)(int64_t)next(), -61);
  volatile long double l = a * 1.1L;
  volatile float f = (float)a;
  say("%a %a %a %a", sin(a), cos(a), tan(a), exp(a));
  say("%a %a %a %a", log(fabs(a)), pow(fabs(a), b), atan2(a, b), hypot(a, b));
  say("%a %a %a %a", (double)sinf(f), (double)expf(f), (double)logf(fabsf(f)), (double)powf(fabsf(f), 1.5f));
  say("%La %La %La %La", sinl(l), expl(l), logl(fabsl(l)), powl(fabsl(l), 1.5L));
  say("%a %a %a %a", floor(a * 9), ceil(a * 9), round(a * 9), trunc(a * 9));
  say("%a %a %a %a", cbrt(a), erf(a), tgamma(fabs(a)), fma(a, b, a));
}

static void formats(void) {
  char format[32], flags[6] = "", *at = flags;
  for (const char *flag = "-+ #0"; *flag; flag++) if (next() % 4 == 0) *at++ = *flag;
  *at = 0;
  int width = (int)(next() % 30), precision = (int)(next() % 25);
  snprintf(format, sizeof format, "%%%s%d.%d%c|", flags, width, precision, "eEfFgGaA"[next() % 8]);
  double d = real();
  if (fabs(d) < 1e100 || strpbrk(format, "fF") == NULL) say(format, d);
  snprintf(format, sizeof format, "%%%s%d.%dL%c|", flags, width, precision, "eEgGaA"[next() % 6]);
  say(format, extended());
  snprintf(format, sizeof format, "%%%s%d.%dll%c|", flags, width, precision, "dioxXu"[next() % 6]);
  say(format, (long long)next() >> next() % 64);
  snprintf(format, sizeof format, "%%%s*.*%s%c|", flags, (const char *[]){"", "l", "h", "hh", "z", "j"}[next() % 6], "diouxX"[next() % 6]);
  if (strstr(format, "hh") || strstr(format, "*h") || !strpbrk(format, "lzj")) say(format, width, precision, (int)next());
  else say(format, width, precision, (long)next());
}

static void texts(void) {
  char text[64], *end;
  double d = real(), back = 0;
  float f = 0;
  long double l = 0;
  snprintf(text, sizeof text, "%.*g", (int)(next() % 20), d);
  errno = 0;
  say("%a %d", strtod(text, &end), errno);
  say("%a %La", (double)strtof(text, NULL), strtold(text, NULL));
  say("%d %a %a %La", sscanf(text, "%lf", &back) + sscanf(text, "%f", &f) + sscanf(text, "%Lf", &l), back, (double)f, l);
  snprintf(text, sizeof text, "%c%llx", "+- 0"[next() % 4], (unsigned long long)next() >> next() % 64);
  int base = (int[]){0, 10, 16, 36, 7}[next() % 5], first = 0;
  char word[8] = "";
  unsigned u = 0;
  errno = 0;
  say("%lld %d %d", strtoll(text, &end, base), (int)(end - text), errno);
  say("%llu", strtoull(text, NULL, base));
  say("%d %d %s %u", sscanf(text, "%3d%4[0-9a-f]%x", &first, word, &u), first, word, u);
}

int main(void) {
  for (int round = 0; round < ROUNDS; round++) {
    arithmetic();
    mathematics();
    formats();
    texts();
  }
  return 0;
}
