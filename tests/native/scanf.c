#define _GNU_SOURCE
#include "say.h"
#include <stdlib.h>

static void integers(void) {
  int a = -1, b = -1, n = -1;
  say("%d", sscanf("12 34", "%d %d%n", &a, &b, &n));
  say("%d %d %d", a, b, n);
  say("%d", sscanf(" \t-5abc", "%d%n", &a, &n));
  say("%d %d", a, n);
  say("%d", sscanf("abc", "%d", &a));
  say("%d", sscanf("", "%d", &a));
  say("%d", sscanf("   ", "%d", &a));
  unsigned x = 1, o = 1, i = 1;
  say("%d", sscanf("0xff 017 0x1g", "%x %o %i%n", &x, &o, &i, &n));
  say("%u %u %u %d", x, o, i, n);
  say("%d", sscanf("0xg", "%x%n", &x, &n));
  say("%u %d", x, n);
  say("%d", sscanf("12345", "%2d%3d", &a, &b));
  say("%d %d", a, b);
  say("%d", sscanf("99999999999 -99999999999999999999", "%d %d", &a, &b));
  say("%d %d", a, b);
  signed char c = 0;
  short s = 0;
  long l = 0;
  long long ll = 0;
  size_t z = 0;
  say("%d", sscanf("300 70000 -8 9 10", "%hhd %hd %ld %lld %zu", &c, &s, &l, &ll, &z));
  say("%d %d %ld %lld %zu", c, s, l, ll, z);
  say("%d", sscanf("1 2 3", "%*d %d %*d%n", &a, &n));
  say("%d %d", a, n);
  say("%d", sscanf("7:8", "%d:%d", &a, &b));
  say("%d", sscanf("7;8", "%d:%d", &a, &b));
  say("%d", sscanf("50%", "%d%%%n", &a, &n));
  say("%d %d", a, n);
  void *p = &p;
  say("%d", sscanf("0x1234 (nil)", "%p%n", &p, &n));
  say("%p %d", p, n);
  say("%d", sscanf("(nil)", "%p", &p));
  say("%p", p);
  say("%d", sscanf("+ 5", "%d", &a));
  say("%d", sscanf("2 1", "%2$d %1$d", &a, &b));
  say("%d %d", a, b);
}

static void texts(void) {
  char a[16] = "", b[16] = "", c[8] = "-------", *made = NULL;
  int n = -1;
  say("%d", sscanf("hello world", "%s %s", a, b));
  say("%s %s", a, b);
  say("%d", sscanf("hello world", "%3s%n", a, &n));
  say("%s %d", a, n);
  say("%d", sscanf("key=value", "%[^=]=%s", a, b));
  say("%s %s", a, b);
  say("%d", sscanf("abc123xyz", "%[a-z]%[0-9]%4s", a, b, c));
  say("%s %s %s", a, b, c);
  say("%d", sscanf("]x", "%[]x]", a));
  say("%s", a);
  say("%d", sscanf("a-b", "%[a-]%n", a, &n));
  say("%s %d", a, n);
  say("%d", sscanf("123", "%[a-z]", a));
  say("%d", sscanf(" xy", "%c%c", &c[0], &c[1]));
  say("%d %d", c[0], c[1]);
  say("%d", sscanf("xyz", "%3c", c));
  say("%.3s %c", c, c[3]);
  say("%d", sscanf("xy", "%5c%n", c, &n));
  say("%d", sscanf("dynamic text", "%ms %m[a-z]", &made, &made));
  say("%s", made);
}

static void numbers(void) {
  float f = 0;
  double d = 0;
  long double l = 0;
  int n = 0;
  say("%d", sscanf("1.5 -2.25e3 3.125", "%f %lf %Lf", &f, &d, &l));
  say("%g %g %Lg", f, d, l);
  const char *all[] = {"1e", "1e+", ".", "-.5x", "0x1.8p1", "0x", "inf", "-infinity", "infi", "nan", "1.2.3", "1e5e5", "0x1p", "na", "+", "12345678"};
  unsigned i;
  for (i = 0; i < sizeof all / sizeof *all; i++) {
    d = 99;
    n = -1;
    say("%d", sscanf(all[i], "%lf%n", &d, &n));
    say("%s: %a %d", all[i], d, n);
    d = 99;
    say("%d", sscanf(all[i], "%5lf%n", &d, &n));
    say("%s: %a %d", all[i], d, n);
  }
}

static int list(const char *text, const char *format, ...) {
  va_list rest;
  va_start(rest, format);
  int done = vsscanf(text, format, rest);
  va_end(rest);
  return done;
}

int main(void) {
  int a, b, c, d, e, f, g;
  integers();
  texts();
  numbers();
  say("%d", list("1 2 3 4 5 6 7", "%d%d%d%d%d%d%d", &a, &b, &c, &d, &e, &f, &g));
  say("%d %d %d %d %d %d %d", a, b, c, d, e, f, g);
  return 0;
}
