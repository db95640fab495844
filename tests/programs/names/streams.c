// expect: --stdin tests/programs/names/input.txt -- -fno-builtin => holds
// The names under which compilers and headers call the functions of stdio.h.
#define _GNU_SOURCE
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#undef getc_unlocked
#undef getchar_unlocked
#undef putc_unlocked
#undef putchar_unlocked
#undef feof_unlocked
#undef ferror_unlocked
#undef fgetc_unlocked

extern int _IO_getc(FILE *), _IO_putc(int, FILE *), __uflow(FILE *), __overflow(FILE *, int);
extern int __isoc99_fscanf(FILE *, const char *, ...), __isoc99_vfscanf(FILE *, const char *, va_list), __isoc99_vscanf(const char *, va_list);
extern int __isoc23_fscanf(FILE *, const char *, ...), __isoc23_scanf(const char *, ...), __isoc23_sscanf(const char *, const char *, ...);
extern int __isoc23_vfscanf(FILE *, const char *, va_list), __isoc23_vscanf(const char *, va_list), __isoc23_vsscanf(const char *, const char *, va_list);
extern int plain_scanf(const char *, ...) __asm__("scanf"), plain_sscanf(const char *, const char *, ...) __asm__("sscanf");
extern int plain_fscanf(FILE *, const char *, ...) __asm__("fscanf"), plain_vsscanf(const char *, const char *, va_list) __asm__("vsscanf");
extern int plain_vfscanf(FILE *, const char *, va_list) __asm__("vfscanf"), plain_vscanf(const char *, va_list) __asm__("vscanf");
extern ssize_t __getdelim(char **, size_t *, int, FILE *);
extern char *__fgets_chk(char *, size_t, int, FILE *), *__fgets_unlocked_chk(char *, size_t, int, FILE *), *__gets_chk(char *, size_t), *gets(char *);
extern size_t __fread_chk(void *, size_t, size_t, size_t, FILE *), __fread_unlocked_chk(void *, size_t, size_t, size_t, FILE *);

typedef int scan(const char *, va_list);
typedef int scan_file(FILE *, const char *, va_list);
typedef int scan_text(const char *, const char *, va_list);
static int by(scan *f, const char *format, ...) { va_list l; va_start(l, format); int r = f(format, l); va_end(l); return r; }
static int by_file(scan_file *f, const char *format, ...) { va_list l; va_start(l, format); int r = f(stdin, format, l); va_end(l); return r; }
static int by_text(scan_text *f, const char *text, const char *format, ...) { va_list l; va_start(l, format); int r = f(text, format, l); va_end(l); return r; }
static int print(const char *format, ...) { va_list l; va_start(l, format); int r = vprintf(format, l); va_end(l); return r; }
static int make(char **to, const char *format, ...) { va_list l; va_start(l, format); int r = vasprintf(to, format, l); va_end(l); return r; }

static void texts(void) {
  int n = 0;
  assert(plain_sscanf("5", "%d", &n) == 1 && n == 5);
  assert(__isoc23_sscanf("0b11", "%i", &n) == 1 && n == 3);
  assert(by_text(plain_vsscanf, "6", "%d", &n) == 1 && n == 6);
  assert(by_text(__isoc23_vsscanf, "8", "%d", &n) == 1 && n == 8);
}

static void numbers(void) {
  int n = 0;
  char word[16];
  assert(plain_scanf("%d", &n) == 1 && n == 12);
  assert(__isoc99_fscanf(stdin, "%i", &n) == 1 && n == 31);
  assert(plain_fscanf(stdin, "%15s", word) == 1 && strcmp(word, "word") == 0);
  assert(fgetc(stdin) == '\n' && _IO_getc(stdin) == 'a' && __uflow(stdin) == 'b' && fgetc_unlocked(stdin) == '\n');
  assert(getc_unlocked(stdin) == 'l' && getchar_unlocked() == 'i' && (getchar)() == 'n' && (getc)(stdin) == 'e');
}

static void lines(void) {
  char line[32], *made = 0;
  size_t room = 0;
  assert(fgets_unlocked(line, 4, stdin) && strcmp(line, " of") == 0);
  assert(__fgets_chk(line, sizeof line, 4, stdin) && strcmp(line, " te") == 0);
  assert(__fgets_unlocked_chk(line, sizeof line, 9, stdin) && strcmp(line, "xt\n") == 0);
  assert(getdelim(&made, &room, ';', stdin) == 5 && strcmp(made, "last;") == 0);
  assert(__getdelim(&made, &room, 's', stdin) == 3);
  assert(gets(line) && strcmp(line, "t") == 0);
  free(made);
}

static void more(void) {
  int n = 0;
  char bytes[8] = "";
  assert(by_file(plain_vfscanf, "%d", &n) == 1 && n == 7);
  assert(by(plain_vscanf, "%d", &n) == 1 && n == 8);
  assert(by(__isoc23_vscanf, "%d", &n) == 1 && n == 9);
  assert(by_file(__isoc23_vfscanf, "%d", &n) == 1 && n == 3);
  assert(by_file(__isoc99_vfscanf, " %c", bytes) == 1 && *bytes == '4');
  assert(by(__isoc99_vscanf, " %c", bytes) == 1 && *bytes == 't');
  assert(__isoc23_scanf("%c", bytes) == 1 && __isoc23_fscanf(stdin, "%c", bytes) == 1 && *bytes == 'i');
  assert(fread_unlocked(bytes, 1, 1, stdin) == 1 && __fread_unlocked_chk(bytes, sizeof bytes, 1, 0, stdin) == 0);
  assert(__fread_chk(bytes, sizeof bytes, 1, 1, stdin) == 1 && *bytes == '\n');
  assert(__gets_chk(bytes, sizeof bytes) == 0 && feof_unlocked(stdin) && !ferror_unlocked(stdin));
  clearerr_unlocked(stdin);
  assert(!feof_unlocked(stdin));
}

static void output(void) {
  char *made = 0;
  assert(_IO_putc('a', stdout) == 'a' && putc_unlocked('b', stdout) == 'b' && (putchar)('c') == 'c' && putchar_unlocked('d') == 'd');
  assert(__overflow(stdout, 'e') == 'e' && fputs_unlocked("f", stdout) >= 0 && fwrite_unlocked("gh", 1, 2, stdout) == 2);
  assert(print("%d", 12) == 2 && make(&made, "%s", "xyz") == 3 && strcmp(made, "xyz") == 0);
  assert(fflush_unlocked(stdout) == 0 && fileno_unlocked(stderr) == 2 && isatty(1) == 0);
  setbuf(stdout, 0), setbuffer(stdout, 0, 0), setlinebuf(stdout);
  assert(fclose(stderr) == 0);
  free(made);
}

int main(void) {
  texts();
  numbers();
  lines();
  more();
  output();
  return 0;
}
