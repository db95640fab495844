// Wide characters to and from the standard streams, in the locale C.
// expect: => holds
#include <assert.h>
#include <stdio.h>
#include <wchar.h>

int main(void) {
  assert(putwc(L'a', stdout) == L'a');
  assert(putwchar(L'\n') == L'\n');
  assert(getwchar() == WEOF);
  return 0;
}
