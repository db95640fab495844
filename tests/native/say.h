/* say(format, ...) prints a line. When the program is checked, it instead compares the line with the
 * next one of standard input, which holds what the program printed when it was run natively. */
#ifndef SAY_H
#define SAY_H

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

__attribute__((format(printf, 1, 2))) static void say(const char *format, ...) {
  char line[1024];
  va_list rest;
  va_start(rest, format);
  vsnprintf(line, sizeof line, format, rest);
  va_end(rest);
#ifdef __ALLWAYS__
  char native[1100] = "";
  fgets(native, sizeof native, stdin);
  native[strcspn(native, "\n")] = 0;
  if (strcmp(line, native) != 0) printf("checked: %s\n native: %s\n", line, native);
  assert(strcmp(line, native) == 0);
#else
  puts(line);
#endif
}

#endif
