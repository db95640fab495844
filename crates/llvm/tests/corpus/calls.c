// Calls: variable arguments, pointers to functions, old-style declarations, structs by value.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct small { int a; };
struct pair { long a, b; };
struct floats { double x, y; };
struct three { float x, y, z; };
struct large { char bytes[100]; };
struct empty {};

int sum(int n, ...) { va_list ap; va_start(ap, n); int s = 0; for (int i = 0; i < n; i++) s += va_arg(ap, int); va_end(ap); return s; }
double mixed(const char *f, ...) {
  va_list ap, again; va_start(ap, f); va_copy(again, ap); double s = 0;
  for (; *f; f++) switch (*f) {
    case 'd': s += va_arg(ap, double); break;
    case 'i': s += va_arg(ap, int); break;
    case 'l': s += (double)va_arg(ap, long long); break;
    case 'L': s += (double)va_arg(ap, long double); break;
    case 'p': s += *va_arg(ap, int *); break;
    case 's': s += va_arg(ap, struct small).a; break;
    case 'P': s += (double)va_arg(ap, struct pair).b; break;
    case 'B': s += va_arg(ap, struct large).bytes[3]; break;
  }
  s += va_arg(again, int);
  va_end(ap); va_end(again); return s;
}
int forward(char *out, const char *f, ...) { va_list ap; va_start(ap, f); int r = vsnprintf(out, 10, f, ap); va_end(ap); return r; }
struct small one(struct small a) { a.a++; return a; }
struct pair two(struct pair a, int b) { a.b += b; return a; }
struct floats reals(struct floats a) { a.y++; return a; }
struct three packed(struct three a) { a.z++; return a; }
struct large stacked(struct large a, struct large b) { a.bytes[1] = b.bytes[2]; return a; }
struct empty nothing(struct empty e) { return e; }
int old();
int old(a, b) int a; char b; { return a + b; }
int call_old(void) { return old(1, 2) + old(3, 4); }
static int twice(int a) { return a * 2; }
static int thrice(int a) { return a * 3; }
int indirect(int (*f)(int), int a) { return f(a) + (*f)(a); }
int choose(int a) { return (a ? twice : thrice)(a) + indirect(abs, a); }
static int order(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
void sort(int *a, size_t n) { qsort(a, n, sizeof *a, order); }
__attribute__((weak)) int weak_defined(int a) { return a; }
extern int weak_declared(int) __attribute__((weak));
int weak(int a) { return weak_defined(a) + (weak_declared ? weak_declared(a) : 0); }
int real(int a) { return a + 1; }
int alias(int a) __attribute__((alias("real")));
int by_alias(int a) { return alias(a) + (alias == real); }
static int (*resolve(void))(int) { return twice; }
int chosen(int) __attribute__((ifunc("resolve")));
int by_choice(int a) { return chosen(a); }
__attribute__((constructor)) static void before(void) { puts("before"); }
__attribute__((constructor(200))) static void early(void) { puts("early"); }
__attribute__((destructor)) static void after(void) { puts("after"); }
__attribute__((always_inline)) static inline int inlined(int a) { return a + 3; }
inline int c99_inline(int a) { return a + inlined(a); }
int use_inline(int a) { return c99_inline(a); }
void *self(void) { return __builtin_return_address(0); }
void *frame(void) { return __builtin_frame_address(0); }
char *copy(const char *s) { char *p = malloc(strlen(s) + 1); return p ? strcpy(p, s) : 0; }
long many(int a, long b, char c, short d, float e, double f, void *g, long h, int i, double j, long double k) { return a + b + c + d + (long)e + (long)f + (long)g + h + i + (long)j + (long)k; }
int main(int argc, char **argv, char **envp) { printf("%d %s %f\n", argc, argv[0], 1.5); return sum(3, 1, 2, 3) + (int)mixed("di", 1.5, 2) + choose(argc) + by_alias(2) + by_choice(1) + (envp != 0); }
