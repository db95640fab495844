// Structs, unions, bit-fields, arrays, pointers, strings, variable arrays, copies.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct point { int x, y; };
struct mixed { char c; short s; int i; long l; float f; double d; char *p; };
struct bits { unsigned a : 3; signed b : 5; unsigned : 0; unsigned c : 17; unsigned long long d : 40; };
struct packed { char a; int b; short c; } __attribute__((packed));
struct nested { struct point p[3]; union { int i; float f; unsigned char b[8]; } u; };
struct big { long w[20]; };
static const char *const words[] = { "one", "two", "three" };
static int table[4][3] = { {1, 2}, {[2] = 5}, {7} };
static struct mixed m = { 'a', 2, 3, 4, 5.5f, 6.25, (char *)"text" + 1 };
static struct bits b = { 5, -3, 1000, 1ull << 35 };
static struct packed pk[3] = { {1, 2, 3}, {4, 5, 6} };
static struct nested n = { { {1, 2}, {3, 4} }, { .f = 1.5f } };
static int *inside = &table[1][2];
static _Thread_local int own = 5;
static long difference = (char *)&m.d - (char *)&m;

static struct point add(struct point a, struct point b) { return (struct point){ a.x + b.x, a.y * b.y }; }
static struct big change(struct big a, int k) { a.w[k] += 3; return a; }
static struct mixed copy(struct mixed v) { v.i++; v.d /= 3; return v; }
static int vla(int k) { int a[k], c[k][2]; int s = 0; for (int i = 0; i < k; i++) { a[i] = i * i; c[i][1] = i; } for (int i = 0; i < k; i++) { char t[i + 1]; memset(t, i, sizeof t); s += a[i] + c[i][1] + t[i]; } return s; }
static int sum(int k, ...) { va_list l; va_start(l, k); int s = 0; for (int i = 0; i < k; i++) s += va_arg(l, int); va_end(l); return s; }
static double reals(int k, ...) { va_list l, again; va_start(l, k); va_copy(again, l); double s = 0; for (int i = 0; i < k; i++) { s += va_arg(l, double); s += (double)va_arg(l, long); struct big g = va_arg(l, struct big); s += (double)g.w[1]; } s += va_arg(again, double); va_end(l); va_end(again); return s; }
static int (*choose(int k))(const char *, const char *) { return k ? strcmp : 0; }
static int swap(int k, int x, int y) { while (k--) { int t = x; x = y; y = t; } return x * 10 + y; }
static int interpreter(const unsigned char *code) {
  static const void *const jump[] = { &&push, &&add, &&mul, &&dup, &&end };
  int stack[8] = {0}, top = 0, last = 0;
  goto *jump[*code];
push: stack[top++] = code[1]; code += 2; last = 1; goto *jump[*code];
add: stack[top - 2] += stack[top - 1]; top--; code++; last += 2; goto *jump[*code];
mul: stack[top - 2] *= stack[top - 1]; top--; code++; last *= 3; goto *jump[*code];
dup: stack[top] = stack[top - 1]; top++; code++; goto *jump[*code];
end: return stack[top - 1] * 100 + last;
}
static const char *name(int a) { switch (a) { case 0: return "zero"; case 1: return "one"; case 2: return "two"; case 3: return "three"; case 4: return "four"; default: return "many"; } }
__attribute__((constructor)) static void early(void) { own++; }

int main(void) {
  struct point p = add((struct point){1, 2}, (struct point){3, 4}); printf("%d %d\n", p.x, p.y);
  struct big g = {{1, 2, 3}}; struct big h = change(g, 2); printf("%ld %ld\n", g.w[2], h.w[2]);
  struct mixed v = copy(m); printf("%c %d %d %ld %f %f %s\n", v.c, v.s, v.i, v.l, v.f, v.d, v.p);
  b.a += 5; b.b -= 14; b.d ^= 3; printf("%d %d %d %lx\n", b.a, b.b, b.c, (long)b.d);
  pk[1].b += 1000000; pk[2].c = -1; printf("%d %d %d\n", pk[0].b, pk[1].b, pk[2].c);
  n.u.i ^= 0x00400000; printf("%f %d %d\n", n.u.f, n.u.b[2], n.p[1].y);
  *inside += 4; printf("%d %d %s\n", table[1][2], table[2][0], words[2]);
  int *heap = calloc(10, sizeof *heap); for (int i = 0; i < 10; i++) heap[i] = i * 3; memmove(heap + 1, heap, 5 * sizeof *heap); printf("%d %d %d\n", heap[0], heap[5], heap[9]); free(heap);
  printf("%d %d %f\n", vla(5), sum(4, 1, 2, 3, 4), reals(2, 1.5, 2L, g, 2.5, 3L, h));
  printf("%d %d %d\n", choose(1)("a", "b") < 0, choose(0) == 0, (int)strlen(words[1]));
  printf("%d %d\n", swap(3, 1, 2), interpreter((const unsigned char[]){0, 3, 3, 2, 0, 4, 1, 4}));
  for (int i = 0; i < 6; i++) printf("%s ", name(i));
  printf("%d %ld\n", ++own, difference);
  return p.x;
}
