// Objects: structs, unions, bit-fields, arrays, strings, initialisers, pointers.
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <stdlib.h>

struct point { int x, y; };
struct mixed { char c; short s; int i; long l; float f; double d; void *p; long double ld; };
struct bits { unsigned a : 3; signed b : 5; unsigned : 0; unsigned c : 17; unsigned long long d : 40; };
struct packed { char a; int b; short c; } __attribute__((packed));
struct nested { struct point p[3]; union { int i; float f; char b[8]; } u; struct { int deep; } s; };
struct flexible { int n; int data[]; };
struct big { long words[20]; };
enum colour { RED, GREEN = 5, BLUE = -2 };

int numbers[10] = { 1, 2, 3, [7] = 9 };
const char *const words[] = { "one", "two", "three" };
struct mixed m = { 'a', 2, 3, 4, 5.5f, 6.25, &numbers[3], 7.125L };
struct bits b = { 5, -3, 1000, 1ull << 35 };
struct packed pk = { 1, 2, 3 };
struct nested n = { { {1, 2}, {3, 4}, {5, 6} }, { .f = 1.5f }, { 42 } };
static struct flexible flex = { 3, { 1, 2, 3 } };
int (*const functions[])(int) = { abs };
char *inside = (char *)&numbers[2] + 1;
ptrdiff_t distance = (char *)&m.d - (char *)&m;
uintptr_t number = (uintptr_t)&numbers[5];
int *past = numbers + 10;
wchar_t wide[] = L"wide";
char text[12] = "text";
_Thread_local int own = 5;
static _Thread_local struct point own_point;
double doubles[] = { 1.5, -0.0, 1e300 };
float floats[3] = { 1.0f };
long double longs[2] = { 3.25L };
__attribute__((aligned(64))) char aligned[3];
int tentative;
extern int declared_only;
extern int maybe __attribute__((weak));
int zero_size[0];
struct list { struct list *next; int value; } first, second = { &first, 2 };

struct point add(struct point a, struct point b) { return (struct point){ a.x + b.x, a.y + b.y }; }
struct big by_value(struct big a) { a.words[3]++; return a; }
struct mixed copy(const struct mixed *p) { struct mixed t = *p; t.i++; return t; }
int bit_fields(struct bits *p) { p->a += 2; p->b = -4; p->d ^= 3; return p->a + p->b + (int)p->c; }
int packed_access(struct packed *p) { return p->b++ + p->c; }
int punning(float f) { union { float f; int i; } u = { f }; return u.i; }
int vla(int n) { int a[n], b[n + 1][3]; for (int i = 0; i < n; i++) { a[i] = i; b[i][2] = i; } int s = 0; for (int i = 0; i < n; i++) { char c[i + 1]; c[i] = (char)a[i]; s += c[i] + b[i][2]; } return s; }
int variable_alloca(int n) { char *p = __builtin_alloca(n); memset(p, 1, n); return p[n - 1]; }
void blocks(char *d, const char *s, size_t n) { memcpy(d, s, n); memmove(d + 1, d, n); memset(d, 0, 3); }
size_t offsets(void) { return offsetof(struct mixed, d) + sizeof(struct bits) + _Alignof(struct nested); }
int tls(int a) { own += a; own_point.x++; return own + own_point.y; }
int *tls_address(void) { return &own_point.y; }
int scopes(int n) { int s = 0; for (int i = 0; i < n; i++) { int local[4] = { i }; s += local[i & 3]; } { int *p; { int q = 3; p = &q; s += *p; } } return s; }
int pointers(int *a, int *b) { return (int)(a - b) + (a < b) + !a + (a == b) + *a++ + *++b; }
int tagged(uintptr_t p) { int *q = (int *)(p & ~(uintptr_t)3); return *q + (int)(p & 3); }
int initialise(int a) { struct nested t = { .s.deep = a }; struct point *p = &(struct point){ a, 2 }; int z[3][2] = { {1}, {2, a} }; return t.s.deep + p->x + z[1][1]; }
int strings(const char *s) { return (int)strlen(s) + s[0] + strcmp(s, "abc") + words[1][2] + (int)sizeof("x"); }
volatile int shared;
int volatiles(void) { shared = 3; shared++; return shared; }
void *object(int n) { struct flexible *f = malloc(sizeof *f + n * sizeof f->data[0]); f->n = n; f->data[n - 1] = 4; return f; }
int declared(void) { return declared_only + (&maybe ? maybe : 0); }
int size(char *p) { char t[10]; return (int)__builtin_object_size(t, 0) + (int)__builtin_object_size(p, 1); }
int main(void) { struct point p = add((struct point){1, 2}, (struct point){3, 4}); return p.x + vla(3) + bit_fields(&b) + tls(1) + scopes(2) + initialise(3) + strings(words[0]); }
