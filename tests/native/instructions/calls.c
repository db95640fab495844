// Calls: variable arguments of every class, structs by value, pointers to library functions, aliases, ifuncs, weak
// symbols, constructors and destructors by priority, return addresses.
#include "../say.h"
#include <ctype.h>
#include <stdlib.h>

struct small { char c; };
struct pair { long a, b; };
struct mixed { int a; double b; };
struct floats { float x, y, z; };
struct large { int a[20]; };
struct odd { char c[3]; };
typedef int v4 __attribute__((vector_size(16)));
#ifdef __SIZEOF_INT128__
#define WIDE ((__int128)5 << 64)
#else
#define WIDE 1
#endif
union both { int i; float f; };

static void print(const char *kinds, ...) {
  va_list ap, again;
  va_start(ap, kinds);
  va_copy(again, ap);
  for (const char *k = kinds; *k; k++) switch (*k) {
    case 'i': say("i %d", va_arg(ap, int)); break;
    case 'l': say("l %lld", va_arg(ap, long long)); break;
    case 'd': say("d %a", va_arg(ap, double)); break;
    case 'L': say("L %La", va_arg(ap, long double)); break;
    case 'p': say("p %s", va_arg(ap, char *)); break;
#ifdef __SIZEOF_INT128__
    case 'w': say("w %lld", (long long)(va_arg(ap, __int128) >> 64)); break;
#else
    case 'w': (void)va_arg(ap, int), say("w 5"); break;
#endif
    case 'v': { v4 v = va_arg(ap, v4); say("v %d", v[2]); break; }
    case 's': say("s %d", va_arg(ap, struct small).c); break;
    case 'P': { struct pair p = va_arg(ap, struct pair); say("P %ld %ld", p.a, p.b); break; }
    case 'm': { struct mixed m = va_arg(ap, struct mixed); say("m %d %a", m.a, m.b); break; }
    case 'f': { struct floats f = va_arg(ap, struct floats); say("f %a %a", f.x, f.z); break; }
    case 'B': { struct large b = va_arg(ap, struct large); say("B %d %d", b.a[0], b.a[19]); break; }
  }
  if (*kinds == 'i') say("again %d", va_arg(again, int));
  va_end(again);
  va_end(ap);
}

static void forward(int n, ...) {
  char text[80];
  va_list ap;
  va_start(ap, n);
  vsnprintf(text, sizeof text, "%d %s %.3f %c", ap);
  va_end(ap);
  say("%s", text);
}

__attribute__((noinline)) static struct small small(struct small a) { a.c++; return a; }
__attribute__((noinline)) static struct pair pair(struct pair a, int b) { a.b += b; return a; }
__attribute__((noinline)) static struct mixed mixed(struct mixed a) { a.b *= a.a; return a; }
__attribute__((noinline)) static struct floats floats(struct floats a, float s) { a.z += s; return a; }
__attribute__((noinline)) static struct large large(struct large a, struct large b) { a.a[1] = b.a[2]; b.a[2] = 0; return a; }
__attribute__((noinline)) static struct odd odd(struct odd a) { a.c[1]++; return a; }
__attribute__((noinline)) static union both both(union both a) { a.i ^= 1; return a; }
__attribute__((noinline)) static long double longs(long double a, double b, float c, char d, short e, long f, int g, int h, int i, long double j) { return a + b + c + d + e + f + g + h + i + j; }

static int target(int a) { return a + 1; }
int alias(int) __attribute__((alias("target")));
__attribute__((weak)) int weak_here(int a) { return a * 5; }
extern int weak_missing(int) __attribute__((weak));
extern int weak_variable __attribute__((weak));
static int first(int a) { return a - 1; }
static int (*resolve(void))(int) { return first; }
int chosen(int) __attribute__((ifunc("resolve")));
int global = 4;
extern int other_name __attribute__((alias("global")));

static char order[32];
static void note(char c) { order[strlen(order)] = c; }
__attribute__((constructor)) static void c_last(void) { note('c'); }
__attribute__((constructor(300))) static void b_middle(void) { note('b'); }
__attribute__((constructor(200))) static void a_first(void) { note('a'); }
__attribute__((destructor(200))) static void z_last(void) { note('z'); say("%s", order); }
__attribute__((destructor(300))) static void y_middle(void) { note('y'); }
__attribute__((destructor)) static void x_first(void) { note('x'); }
static void at_exit(void) { note('w'); }

__attribute__((noinline)) static void *whence(void) { return __builtin_return_address(0); }
__attribute__((noinline)) static int same_place(void) { void *a[2]; for (int i = 0; i < 2; i++) a[i] = whence(); return a[0] == a[1]; }

static int compare(const void *a, const void *b) { return *(const int *)b - *(const int *)a; }

static _Thread_local int mine = 17;
static _Thread_local struct pair own = {1, 2};

int old_style();
int old_style(a, b, c) int a; char b; float c; { return a + b + (int)c; }

__attribute__((noinline)) static int cleanup_order(char *out) {
  void add(int *);
  __attribute__((cleanup(add))) int one = 1;
  __attribute__((cleanup(add))) int two = 2;
  *out = 'r';
  return one + two;
}
static int cleaned;
void add(int *p) { cleaned = cleaned * 10 + *p; }

int main(int argc, char **argv) {
  (void)argv;
  atexit(at_exit);
  print("iildLpsPmfB", 1, -2, 3000000000000ll, 1.5, 2.25L, "text", (struct small){9}, (struct pair){4, 5}, (struct mixed){6, 7.5}, (struct floats){1, 2, 3}, (struct large){{8}});
  print("dddddddddddii", 1., 2., 3., 4., 5., 6., 7., 8., 9., 10., 11., 12, 13);
  print("iiiiiiiilPi", 1, 2, 3, 4, 5, 6, 7, 8, 9ll, (struct pair){10, 11}, 12);
  print("iwivi", 1, WIDE, 2, (v4){6, 7, 8, 9}, 3);
  forward(0, 42, "str", 1.0005, 'x');
  say("%d %ld %a", small((struct small){1}).c, pair((struct pair){1, 2}, 3).b, mixed((struct mixed){3, 1.5}).b);
  say("%a %d %d %d", floats((struct floats){1, 2, 3}, 0.5f).z, large((struct large){{1}}, (struct large){{0, 0, 77}}).a[1], odd((struct odd){{1, 2, 3}}).c[1], both((union both){6}).i);
  say("%La", longs(1.5L, 2, 3, 4, 5, 6, 7, 8, 9, 10.25L));
  say("%d %d %d %d", alias(1), weak_here(2), weak_missing ? 1 : 0, &weak_variable ? 1 : 0);
  say("%d %d %d", chosen(5), other_name, alias == target);
  int (*volatile classify)(int) = isdigit;
  size_t (*volatile length)(const char *) = strlen;
  say("%d %d", !!classify('5'), (int)length("four"));
  int numbers[] = {3, 9, 1, 7};
  qsort(numbers, 4, sizeof *numbers, compare);
  say("%d %d %d %d %s", numbers[0], numbers[1], numbers[2], numbers[3], order);
  say("%d", same_place());
  say("%d", whence() != 0);
  mine++, own.b *= 3;
  say("%d %ld %d", mine, own.b, old_style(1, 'a', 2.0));
  char r;
  say("%d %c", cleanup_order(&r), r);
  say("%d", cleaned);
  say("%d", argc);
  return 0;
}
