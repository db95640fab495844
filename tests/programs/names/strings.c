// expect: -- -fno-builtin => holds
// string.h, strings.h and stdlib.h under the names that headers and compilers use.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <malloc.h>

extern void *__mempcpy(void *, const void *, size_t);
extern void cfree(void *);
extern char *__stpcpy(char *, const char *), *__stpncpy(char *, const char *, size_t), *__strdup(const char *), *__strndup(const char *, size_t), *__strtok_r(char *, const char *, char **), *__strsep_g(char **, const char *);
extern int __strcasecmp(const char *, const char *), __xpg_strerror_r(int, char *, size_t), bcmp(const void *, const void *, size_t), timingsafe_bcmp(const void *, const void *, size_t);
extern size_t strlcpy(char *, const char *, size_t), strlcat(char *, const char *, size_t);
extern long __isoc23_strtol(const char *, char **, int);
extern unsigned long __isoc23_strtoul(const char *, char **, int);
extern long long __isoc23_strtoll(const char *, char **, int), strtoq(const char *, char **, int);
extern unsigned long long __isoc23_strtoull(const char *, char **, int), strtouq(const char *, char **, int);
extern intmax_t __isoc23_strtoimax(const char *, char **, int);
extern uintmax_t __isoc23_strtoumax(const char *, char **, int);

static char to[32];

static void copies(void) {
  assert(__mempcpy(to, "abc", 4) == to + 4 && mempcpy(to, "abd", 4) == to + 4 && __stpcpy(to, "xy") == to + 2 && __stpncpy(to, "z", 2) == to + 1);
  bcopy("hello", to, 6);
  assert(strcmp(to, "hello") == 0 && bcmp(to, "hello", 6) == 0 && timingsafe_bcmp(to, "hellx", 5) != 0);
  assert(memmove(to + 1, to, 4) == to + 1 && memset(to, 'x', 1) == to && memcmp(to, "xhell", 5) == 0);
  bzero(to, 2), explicit_bzero(to, 3);
  assert(to[0] == 0 && to[2] == 0 && to[3] == 'l');
  assert(strlcpy(to, "abcdef", 4) == 6 && strlcat(to, "xyz", 6) == 6 && strcmp(to, "abcxy") == 0);
  char *one = __strdup("dup"), *two = __strndup("dupl", 2), *page = pvalloc(1);
  assert(strcmp(one, "dup") == 0 && strcmp(two, "du") == 0 && page);
  free(one), free(two), cfree(page);
}

static void parts(void) {
  char text[] = "a,b;c", *rest = 0, *begin = text;
  assert(strcmp(__strsep_g(&begin, ","), "a") == 0 && strcmp(__strtok_r(begin, ";", &rest), "b") == 0);
  assert(__strcasecmp("ABC", "abc") == 0 && __xpg_strerror_r(EINVAL, to, sizeof to) == 0 && strcmp(to, "Invalid argument") == 0);
}

static void numbers(void) {
  assert(__isoc23_strtol("-5", 0, 10) == -5 && __isoc23_strtoul("0b101", 0, 0) == 5 && __isoc23_strtoll("7", 0, 8) == 7 && __isoc23_strtoull("f", 0, 16) == 15);
  assert(__isoc23_strtoimax("9", 0, 10) == 9 && __isoc23_strtoumax("11", 0, 2) == 3 && strtoimax("-1", 0, 10) == -1);
  assert(strtoq("12", 0, 10) == 12 && strtouq("13", 0, 10) == 13 && strtoull("14", 0, 10) == 14 && strtoumax("15", 0, 10) == 15);
  assert((abs)(-3) == 3 && (labs)(-4) == 4 && (llabs)(-5) == 5);
}

int main(void) {
  copies();
  parts();
  numbers();
  return 0;
}
