// expect: -- -fno-builtin => holds
// expect: -- -fno-builtin -DOVERRUN => violated memory
// What -D_FORTIFY_SOURCE makes of calls.
#define _GNU_SOURCE
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <setjmp.h>

extern int __printf_chk(int, const char *, ...), __fprintf_chk(FILE *, int, const char *, ...), __dprintf_chk(int, int, const char *, ...);
extern int __sprintf_chk(char *, int, size_t, const char *, ...), __snprintf_chk(char *, size_t, int, size_t, const char *, ...), __asprintf_chk(char **, int, const char *, ...);
extern int __vprintf_chk(int, const char *, va_list), __vfprintf_chk(FILE *, int, const char *, va_list), __vdprintf_chk(int, int, const char *, va_list);
extern int __vsprintf_chk(char *, int, size_t, const char *, va_list), __vsnprintf_chk(char *, size_t, int, size_t, const char *, va_list), __vasprintf_chk(char **, int, const char *, va_list);
extern void *__memcpy_chk(void *, const void *, size_t, size_t), *__memmove_chk(void *, const void *, size_t, size_t), *__memset_chk(void *, int, size_t, size_t), *__mempcpy_chk(void *, const void *, size_t, size_t);
extern char *__strcpy_chk(char *, const char *, size_t), *__stpcpy_chk(char *, const char *, size_t), *__strncpy_chk(char *, const char *, size_t, size_t), *__stpncpy_chk(char *, const char *, size_t, size_t);
extern char *__strcat_chk(char *, const char *, size_t), *__strncat_chk(char *, const char *, size_t, size_t);
extern size_t __strlcpy_chk(char *, const char *, size_t, size_t), __strlcat_chk(char *, const char *, size_t, size_t), __strlen_chk(const char *, size_t);
extern void __explicit_bzero_chk(void *, size_t, size_t), __longjmp_chk(jmp_buf, int);
extern long __fdelt_chk(long);

static char to[16], *made;

static void formats(int n, ...) {
  va_list list;
  va_start(list, n);
  assert(__vsprintf_chk(to, 1, sizeof to, "%d", list) == 1);
  va_end(list), va_start(list, n);
  assert(__vsnprintf_chk(to, 3, 1, sizeof to, "%d%d%d", list) == 3 && strcmp(to, "12") == 0);
  va_end(list), va_start(list, n);
  assert(__vasprintf_chk(&made, 1, "%d", list) == 1 && *made == '1');
  va_end(list), va_start(list, n);
  assert(__vprintf_chk(1, "%d\n", list) == 2);
  va_end(list), va_start(list, n);
  assert(__vfprintf_chk(stdout, 1, "%d\n", list) == 2);
  va_end(list), va_start(list, n);
  assert(__vdprintf_chk(1, 1, "%d\n", list) == 2);
  va_end(list);
  free(made);
}

int main(void) {
  formats(3, 1, 2, 3);
  assert(__printf_chk(1, "%d\n", 7) == 2 && __fprintf_chk(stderr, 1, "%d\n", 7) == 2 && __dprintf_chk(1, 1, "x") == 1);
  assert(__sprintf_chk(to, 1, sizeof to, "%s", "abc") == 3 && __snprintf_chk(to, 4, 1, sizeof to, "%d", 123456) == 6 && strcmp(to, "123") == 0);
  assert(__asprintf_chk(&made, 1, "%d", 5) == 1 && *made == '5');
  free(made);
  assert(__memcpy_chk(to, "hello", 6, sizeof to) == to && __memmove_chk(to + 1, to, 5, 15) == to + 1 && strcmp(to, "hhello") == 0);
  assert(__memset_chk(to, 'z', 2, sizeof to) == to && __mempcpy_chk(to, "ab", 2, sizeof to) == to + 2);
  assert(__strcpy_chk(to, "one", sizeof to) == to && __stpcpy_chk(to, "two", sizeof to) == to + 3 && __strlen_chk(to, sizeof to) == 3);
  assert(__strncpy_chk(to, "xyz", 2, sizeof to) == to && __stpncpy_chk(to, "q", 3, sizeof to) == to + 1 && strcmp(to, "q") == 0);
  assert(__strcat_chk(to, "rs", sizeof to) == to && __strncat_chk(to, "tuv", 1, sizeof to) == to && strcmp(to, "qrst") == 0);
  assert(__strlcpy_chk(to, "abcdef", 4, sizeof to) == 6 && __strlcat_chk(to, "xy", 5, sizeof to) == 5 && strcmp(to, "abcx") == 0);
  __explicit_bzero_chk(to, 4, sizeof to);
  assert(*to == 0 && __fdelt_chk(65) == 1);
  jmp_buf place;
  if (setjmp(place) == 0) __longjmp_chk(place, 1);
#ifdef OVERRUN
  __strcpy_chk(to, "more than there is room for", sizeof to); //~ memory
#endif
  return 0;
}
