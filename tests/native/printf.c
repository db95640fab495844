#define _GNU_SOURCE
#include "say.h"
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/types.h>

static void integers(void) {
  say("%d %i %u %x %X %o %c %%", 42, -7, 3000000000u, 0xbeef, 0xBEEF, 8, 'z');
  say("[%5d] [%-5d] [%05d] [%+d] [% d] [%+5d]", 42, 42, 42, 42, 42, -42);
  say("[%.3d] [%8.3d] [%-8.3d] [%08.3d] [%.0d] [%+.0d]", 5, 5, 5, 5, 0, 0);
  say("%#x %#X %#o %#x %#o %#.0o", 255, 255, 8, 0, 0, 0);
  say("%hhd %hd %ld %lld %jd %zd %td", (char)200, (short)70000, LONG_MIN, LLONG_MAX, (intmax_t)-1, (ssize_t)-2, (ptrdiff_t)3);
  say("%hhu %hu %lu %llu %ju %zu", (unsigned char)200, (unsigned short)70000, ULONG_MAX, ULLONG_MAX, (uintmax_t)1, (size_t)2);
  say("%" PRId64 " %" PRIx32 " %" PRIu8, INT64_MIN, UINT32_MAX, (uint8_t)255);
  say("[%*d] [%-*d] [%*d] [%.*d] [%.*d]", 6, 1, 6, 2, -6, 3, 3, 4, -1, 5);
  say("%'d %Id", 1234567, 89);
}

static void texts(void) {
  char *null = NULL;
  say("[%s] [%10s] [%-10s] [%.2s] [%10.2s] [%.0s]", "abc", "abc", "abc", "abc", "abc", "abc");
  say("[%s] [%.3s] [%.6s] [%10s]", null, null, null, null);
  say("[%5c] [%-5c] [%05s]", 'a', 'b', "c");
  say("%p %p %20p %-8p|", (void *)0, (void *)0x1234, (void *)0xabcdef, (void *)0);
  char open[3] = {'a', 'b', 'c'};
  say("[%.3s] [%.*s]", open, 2, open);
  say("%lc%ls", L'w', L"ide");
  errno = ENOENT;
  say("%m [%5.2m]");
}

static void numbers(void) {
  double all[] = {0.0, -0.0, 1.0, -1.5, 3.14159265358979, 1e10, 1e-10, 123456789.125, 1e300, 5e-324, 0.1, 2.5, 9.995, 999999.5, 1e15, 1e16};
  unsigned i;
  for (i = 0; i < sizeof all / sizeof *all; i++) {
    double x = all[i];
    say("%f|%.0f|%.3f|%10.2f|%-10.1f|%+f|%010.3f|%#.0f", x, x, x, x, x, x, x, x);
    say("%e|%.0e|%.10e|%E|%12.3e", x, x, x, x, x);
    say("%g|%.3g|%.10g|%G|%#g|%15g|%.0g", x, x, x, x, x, x, x);
    say("%a|%.2a|%A|%20a|%.0a", x, x, x, x, x);
    say("%Lf|%.3Le|%Lg|%La", (long double)x, (long double)x, (long double)x, (long double)x);
  }
  double zero = 0.0;
  say("%f %F %e %g %a %10f %-10f| %+f", 1 / zero, -1 / zero, 1 / zero, -1 / zero, 1 / zero, 1 / zero, 1 / zero, 1 / zero);
  say("%f %F %010f %Lf", __builtin_nan(""), __builtin_nan(""), __builtin_nan(""), (long double)__builtin_nan(""));
  say("%.40f", 0.1);
  say("%.30Lf %.20Lg %La", 0.1L, 1.0L / 3, 1.0L / 3);
  say("%Lf %Le", 1e4000L, 1e-4900L);
}

static void orders(void) {
  int count = -1;
  char buffer[16];
  say("%2$s-%1$d-%2$s", 7, "x");
  say("%3$*1$d|%3$.*2$d", 6, 4, 9);
  snprintf(buffer, sizeof buffer, "abc%nde", &count);
  say("%d", count);
  say("%d %s", snprintf(buffer, 4, "%d", 123456), buffer);
  say("%d %s", snprintf(buffer, 0, "%d", 123456), buffer);
  say("%d", snprintf(NULL, 0, "%s and %s", "this", "that"));
  say("%d %s", sprintf(buffer, "%c%c", 'o', 'k'), buffer);
  char *made;
  say("%d", asprintf(&made, "%d-%d", 1, 2));
  say("%s", made);
  free(made);
}

static int list(char *to, const char *format, ...) {
  va_list rest, copy;
  va_start(rest, format);
  va_copy(copy, rest);
  int length = vsnprintf(NULL, 0, format, copy);
  va_end(copy);
  vsprintf(to, format, rest);
  va_end(rest);
  return length;
}

int main(void) {
  char buffer[128];
  integers();
  texts();
  numbers();
  orders();
  say("%d", list(buffer, "%d %s %f %Lf %c %lld %d %d %d %g", 1, "two", 3.0, 4.0L, '5', 6LL, 7, 8, 9, 10.5));
  say("%s", buffer);
  say("%d", list(buffer, "%3$Lf %1$d %2$g", 1, 2.5, 3.5L));
  say("%s", buffer);
  return 0;
}
