// Wide characters to and from the standard streams, in the locale C.
// expect: => holds
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <wchar.h>

static int print(const wchar_t *format, ...) {
  va_list list;
  va_start(list, format);
  int length = vwprintf(format, list) + vfwprintf(stdout, format, list);
  va_end(list);
  return length;
}

int main(void) {
  assert(putwc(L'a', stdout) == L'a');
  assert(putwchar(L'\n') == L'\n');
  assert(getwchar() == WEOF);
  wchar_t line[4];
  assert(fgetws(line, 4, stdin) == 0);
  assert(wprintf(L"%d %ls\n", 7, L"eight") == 8 && fwprintf(stdout, L"%s\n", "nine") == 5 && print(L"%c", 'x') == 2);
  assert(fputws(L"ten\n", stdout) == 1 && wprintf(L"\x20ac") == -1);
  return 0;
}
