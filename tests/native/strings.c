#define _GNU_SOURCE
#include "say.h"
#include <stdlib.h>
#include <strings.h>
#include <unistd.h>

static int sign(int x) { return (x > 0) - (x < 0); }

static long at(const char *base, const char *p) { return p ? p - base : -1; }

static void copies(void) {
  char a[32], b[32];
  memset(a, 'x', sizeof a);
  say("%s", strcpy(a, "hello"));
  say("%ld", (long)(stpcpy(b, "abc") - b));
  memset(b, 'y', sizeof b);
  strncpy(b, "hi", 5);
  say("%d %d %d %d %c", b[0], b[2], b[3], b[4], b[5]);
  say("%ld %ld", (long)(stpncpy(b, "abcdef", 3) - b), (long)(stpncpy(b, "a", 3) - b));
  say("%s", strcat(a, " world"));
  say("%s", strncat(a, "!!!!", 2));
  say("%ld", (long)((char *)mempcpy(b, "12345", 5) - b));
  memmove(b + 1, b, 4);
  say("%.5s", b);
  bcopy(b, b + 2, 3);
  say("%.5s", b);
  bzero(b, 2);
  say("%d %d %d", b[0], b[1], b[2]);
  say("%ld %d", at(b, memccpy(b, "find,me", ',', 7)), memccpy(b, "none", 'x', 4) == NULL);
  swab("badc", b, 4);
  say("%.4s", b);
  say("%zu %s", strxfrm(b, "xyz", 10), b);
}

static void comparisons(void) {
  say("%d %d %d", sign(strcmp("a", "b")), sign(strcmp("b", "a")), strcmp("same", "same"));
  say("%d %d", sign(strcmp("abc", "ab")), sign(strcmp("\x80", "a")));
  say("%d %d", strncmp("abcd", "abce", 3), sign(strncmp("abcd", "abce", 4)));
  say("%d %d", strcasecmp("HeLLo", "hEllO"), sign(strncasecmp("HELP", "help me", 7)));
  say("%d %d", sign(memcmp("a\0c", "a\0b", 3)), memcmp("xyz", "xya", 2));
  say("%d %d", sign(strcoll("a", "B")), bcmp("ab", "ab", 2));
}

static void searches(void) {
  const char *text = "the quick brown fox";
  say("%ld %ld %ld", at(text, strchr(text, 'q')), at(text, strchr(text, 0)), at(text, strchr(text, 'z')));
  say("%ld %ld", at(text, strrchr(text, 'o')), at(text, strchrnul(text, 'z')));
  say("%ld %ld", at(text, index(text, 'k')), at(text, rindex(text, 'k')));
  say("%zu %zu %zu", strspn(text, "eht "), strcspn(text, "xyz"), strspn("", "a"));
  say("%ld %ld", at(text, strpbrk(text, "nw")), at(text, strpbrk(text, "zZ")));
  say("%ld %ld %ld", at(text, strstr(text, "brown")), at(text, strstr(text, "")), at(text, strstr(text, "cat")));
  say("%ld", at(text, strcasestr(text, "BROWN")));
  say("%ld %ld", at(text, memchr(text, 'f', 19)), at(text, memchr(text, 'f', 5)));
  say("%ld %ld", at(text, memrchr(text, 'o', 19)), at(text, rawmemchr(text, 'x')));
  say("%ld", at(text, memmem(text, 19, "fox", 3)));
  say("%zu %zu %zu", strlen(text), strnlen(text, 5), strnlen("ab", 5));
  say("%d %d %d %d", ffs(0), ffs(8), ffsl(1L << 40), ffsll(-1));
}

static void tokens(void) {
  char text[] = "  one, two;three ,,  ";
  char *token;
  for (token = strtok(text, " ,;"); token; token = strtok(NULL, " ,;")) say("<%s>", token);
  char again[] = "a:b::c", *place, *rest = again;
  for (token = strtok_r(again, ":", &place); token; token = strtok_r(NULL, ":", &place)) say("[%s]", token);
  strcpy(again, "a:b::c");
  while ((token = strsep(&rest, ":"))) say("{%s}", token);
}

static void messages(void) {
  int code;
  for (code = 0; code < 140; code += 3) say("%d %s", code, strerror(code));
  say("%s", strerror(-5));
  char buffer[64];
  say("%s", strerror_r(2, buffer, sizeof buffer));
  say("%s", strerror_r(4711, buffer, sizeof buffer));
  say("%s", strsignal(11));
}

int main(void) {
  copies();
  comparisons();
  searches();
  tokens();
  messages();
  char *copy = strdup("duplicate"), *part = strndup("duplicate", 3);
  say("%s %s", copy, part);
  free(copy);
  free(part);
  return 0;
}
