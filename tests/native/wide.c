#define _GNU_SOURCE
#include "say.h"
#include <limits.h>
#include <locale.h>
#include <stdlib.h>
#include <wchar.h>
#include <wctype.h>

static int sign(int x) { return (x > 0) - (x < 0); }

static void conversions(void) {
  wchar_t wide[8];
  char narrow[8];
  mbstate_t state = {0};
  say("%d %d %d %d", (int)btowc('a'), btowc(EOF) == WEOF, wctob(L'z'), wctob(L'\x20ac'));
  say("%zu %zu", mbrlen("xy", 2, &state), mbrlen("", 1, &state));
  say("%zu", __mbrlen("x", 1, &state));
  say("%zu %d %d", mbstowcs(wide, "abc", 8), (int)wide[2], (int)wide[3]);
  say("%zu", mbstowcs(NULL, "abcd", 0));
  const wchar_t *from = L"wide";
  size_t made = wcsrtombs(narrow, &from, 8, &state);
  say("%zu %s %d", made, narrow, from == NULL);
  from = L"wide";
  made = wcsrtombs(narrow, &from, 2, &state);
  say("%zu %.2s %d", made, narrow, (int)*from);
  say("%d %c %d", wctomb(narrow, L'q'), narrow[0], wctomb(NULL, L'q'));
}

static void memory(void) {
  wchar_t a[8], b[8];
  wmemset(a, L'x', 8);
  wmemcpy(b, L"hello", 6);
  say("%d %d", (int)a[7], (int)b[4]);
  wmemmove(b + 1, b, 4);
  say("%d %d %d", (int)b[0], (int)b[1], (int)b[4]);
  wchar_t c[] = L"abc", d[] = L"abd";
  say("%d %d", sign(wmemcmp(c, d, 3)), wmemcmp(c, d, 2));
  say("%d %d", sign(wcscmp(d, c)), wcscmp(c, c));
}

static void characters(locale_t c) {
  for (wint_t w = 0; w < 128; w++) {
    say("%d: %d %d %d %d %d %d %d %d %d %d %d %d", (int)w, !!iswalpha_l(w, c), !!iswblank_l(w, c),
        !!iswcntrl_l(w, c), !!iswdigit_l(w, c), !!iswlower_l(w, c), !!iswprint_l(w, c), !!iswpunct_l(w, c),
        !!iswspace_l(w, c), !!iswupper_l(w, c), !!iswxdigit_l(w, c), (int)towlower_l(w, c),
        (int)towupper_l(w, c));
  }
}

static void texts(locale_t c) {
  char to[8], *end;
  wchar_t wide[8];
  say("%d %zu %s", sign(strcoll_l("a", "b", c)), strxfrm_l(to, "abc", 8, c), to);
  say("%d %zu %d", sign(wcscoll_l(L"b", L"a", c)), wcsxfrm_l(wide, L"abc", 8, c), (int)wide[1]);
  say("%lld %s", strtoll_l("-12x", &end, 10, c), end);
  say("%llu %d", strtoull_l("ff", &end, 16, c), *end);
  say("%lld", strtoll_l("99999999999999999999", &end, 10, c));
  say("[%s] [%s] [%s] %d", localeconv()->decimal_point, localeconv()->thousands_sep, localeconv()->grouping,
      localeconv()->frac_digits == CHAR_MAX);
}

int main(void) {
  locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0), copy = duplocale(c);
  conversions();
  memory();
  characters(c);
  texts(copy);
  freelocale(copy);
  freelocale(c);
  return 0;
}
