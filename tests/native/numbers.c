#include "say.h"
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>

static void integers(void) {
  const char *all[] = {"0", "42", "  -17x", "+9", "0x1F", "0X", "077", "08", "zz", "", " ", "-", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809", "18446744073709551615", "18446744073709551616", "-1", "\t\n\v\f\r 5", "1e5", "0b101"};
  int bases[] = {0, 2, 8, 10, 16, 36, 1, 37};
  unsigned i, j;
  for (i = 0; i < sizeof all / sizeof *all; i++) {
    for (j = 0; j < sizeof bases / sizeof *bases; j++) {
      char *end = (char *)all[i] + 1;
      errno = 0;
      long value = strtol(all[i], &end, bases[j]);
      say("%ld %d %d", value, bases[j] == 1 || bases[j] == 37 ? -1 : (int)(end - all[i]), errno);
      errno = 0;
      unsigned long bits = strtoul(all[i], &end, bases[j]);
      say("%lu %d", bits, errno);
    }
    say("%d %ld %lld", atoi(all[i]), atol(all[i]), atoll(all[i]));
    say("%lld %" PRIuMAX, strtoll(all[i], NULL, 10), strtoumax(all[i], NULL, 16));
  }
}

static void floats(void) {
  const char *all[] = {"0", "-0", "1.5", " 2.5e3z", "1e400", "-1e400", "1e-400", "4.9e-324", "1e-310", "0x1.8p1", "0x.8", "inf", "-INFINITY", "nan", "nan(12)", ".5", "5.", ".", "e5", "1e", "179769313486231580793e289", "0.1", "1e23", "9007199254740993"};
  unsigned i;
  for (i = 0; i < sizeof all / sizeof *all; i++) {
    char *end;
    errno = 0;
    double d = strtod(all[i], &end);
    say("%a %d %d", d, (int)(end - all[i]), errno);
    errno = 0;
    float f = strtof(all[i], &end);
    say("%a %d %d", f, (int)(end - all[i]), errno);
    errno = 0;
    long double l = strtold(all[i], &end);
    say("%La %d %d", l, (int)(end - all[i]), errno);
    say("%a", atof(all[i]));
  }
}

static void characters(void) {
  int c;
  for (c = -1; c < 256; c += 1 + c / 128 * 7) {
    int (*volatile upper)(int) = toupper, (*volatile alpha)(int) = isalpha;
    say("%d %d%d%d%d%d%d%d%d%d%d%d%d %d %d %d %d", c, !!isalnum(c), !!isalpha(c), !!isblank(c), !!iscntrl(c), !!isdigit(c), !!isgraph(c), !!islower(c), !!isprint(c), !!ispunct(c), !!isspace(c), !!isupper(c), !!isxdigit(c), tolower(c), toupper(c), upper(c), alpha(c));
  }
}

int main(void) {
  integers();
  floats();
  characters();
  div_t d = div(-7, 2);
  ldiv_t l = ldiv(1000000000007L, -10);
  lldiv_t ll = lldiv(9, 4);
  imaxdiv_t m = imaxdiv(-9, -4);
  say("%d %d %ld %ld %lld %lld %jd %jd", d.quot, d.rem, l.quot, l.rem, ll.quot, ll.rem, m.quot, m.rem);
  volatile int minus = -5;
  say("%d %ld %lld %jd", abs(minus), labs(minus), llabs(minus), imaxabs(minus));
  return 0;
}
