#define _GNU_SOURCE
#include "say.h"
#include <errno.h>
#include <unistd.h>

static int list(FILE *to, const char *format, ...) {
  va_list rest;
  va_start(rest, format);
  int length = vfprintf(to, format, rest);
  va_end(rest);
  va_start(rest, format);
  length += vdprintf(2, format, rest);
  va_end(rest);
  return length;
}

/* What the functions return; the text itself goes to standard error. */
int main(void) {
  say("%d %d %d", fputs("text ", stderr), fputc('b', stderr), putc('\xff', stderr));
  say("%zu %zu %zu", fwrite("abcd", 2, 2, stderr), fwrite("abcd", 0, 2, stderr), fwrite("abcd", 4, 0, stderr));
  say("%d %d", fprintf(stderr, "%s-%d\n", "x", 17), dprintf(2, "%5.1f\n", 2.25));
  say("%d", list(stderr, "%d %s %g\n", 1, "two", 3.5));
  say("%d %d", fflush(stderr), fflush(NULL));
  say("%d %d %d", fileno(stdin), fileno(stdout), fileno(stderr));
  say("%d %d", ferror(stderr), feof(stdin));
  say("%d", (int)write(2, "raw\n", 4));
  errno = 0;
  say("%d", fprintf(stdin, "nothing"));
  say("%d", errno);
  errno = 0;
  say("%d %d", fputc('x', stdin), errno);
  errno = EINVAL;
  perror("message");
  perror(NULL);
  say("%d", errno);
  errno = 0;
  say("%d", dprintf(77, "nobody"));
  say("%d", errno);
  say("%d", fputc_unlocked('\n', stderr));
  say("%d", setvbuf(stderr, NULL, _IONBF, 0));
  return 0;
}
