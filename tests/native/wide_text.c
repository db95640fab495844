#define _GNU_SOURCE
#include "say.h"
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <wchar.h>
#include <wctype.h>

static int sign(int x) { return (x > 0) - (x < 0); }

static void show(const char *what, const wchar_t *text) {
  char bytes[64];
  say("%s: %zu %s", what, text ? wcstombs(bytes, text, 64) : 0, text ? bytes : "null");
}

static void copies(void) {
  wchar_t a[16], b[16];
  show("wcscpy", wcscpy(a, L"hello")), show("wcscat", wcscat(a, L", you"));
  wmemset(b, L'x', 16);
  show("wcsncpy", wcsncpy(b, L"abc", 5));
  say("%d %d", (int)b[4], (int)b[5]);
  b[3] = 0, show("wcsncat", wcsncat(b, L"defg", 2));
  say("%d %d", (int)(wcpcpy(a, L"four") - a), (int)(wmempcpy(b, L"12345", 5) - b));
  wchar_t *copy = wcsdup(L"a copy");
  show("wcsdup", copy), free(copy);
  say("%zu %zu %zu", wcsnlen(L"abc", 2), wcsnlen(L"abc", 9), wcsxfrm(a, L"form", 16));
}

static void parts(void) {
  const wchar_t *text = L"one, two; three";
  wchar_t c[] = L"abc", d[] = L"abd";
  say("%d %d %d", sign(wcsncmp(c, d, 3)), wcsncmp(c, d, 2), sign(wcscoll(L"b", L"a")));
  show("wcschr", wcschr(text, L't')), show("wcsrchr", wcsrchr(text, L't')), show("none", wcschr(text, L'?'));
  show("end", wcschr(text, 0)), show("wcsstr", wcsstr(text, L"two")), show("not in", wcsstr(text, L"four"));
  show("wcspbrk", wcspbrk(text, L";,")), show("nothing", wcspbrk(text, L"?"));
  say("%zu %zu", wcsspn(text, L"eno"), wcscspn(text, L";"));
  wchar_t own[] = L"  one two  three ", *rest, *word = wcstok(own, L" ", &rest);
  for (; word; word = wcstok(0, L" ", &rest)) show("word", word);
}

static void numbers(void) {
  wchar_t *end;
  say("%ld %d", wcstol(L" -42x", &end, 10), (int)*end);
  say("%lu %d", wcstoul(L"0xff", &end, 0), (int)*end);
  errno = 0;
  say("%lld %d", wcstoll(L"99999999999999999999", 0, 10), errno == ERANGE);
  say("%llu", wcstoull(L"777", 0, 8));
  say("%a %d", wcstod(L"1.5e3!", &end), (int)*end);
  say("%a %La", (double)wcstof(L"0.25", 0), wcstold(L"2.5", 0));
}

static int list(wchar_t *to, size_t size, const wchar_t *format, ...) {
  va_list list;
  va_start(list, format);
  int length = vswprintf(to, size, format, list);
  va_end(list);
  return length;
}

static void characters(void) {
  for (wint_t c = 0; c < 130; c++)
    say("%d: %d %d %d %d %d %d %d %d %d %d %d %d %d %d", (int)c, !!iswalnum(c), !!iswalpha(c), !!iswblank(c), !!iswcntrl(c),
        !!iswdigit(c), !!iswgraph(c), !!iswlower(c), !!iswprint(c), !!iswpunct(c), !!iswspace(c), !!iswupper(c),
        !!iswxdigit(c), (int)towlower(c), (int)towupper(c));
}

int main(void) {
  wchar_t text[16];
  copies(), parts(), numbers(), characters();
  say("%d", swprintf(text, 16, L"%d %s %ls", 7, "eight", L"nine")), show("swprintf", text);
  say("%d", swprintf(text, 4, L"%d", 123456) < 0);
  say("%d", list(text, 16, L"%5.2f|", 1.5)), show("vswprintf", text);
  return 0;
}
