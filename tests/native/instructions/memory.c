// Memory: bit-fields, packed and aligned structs, unions, block operations, pointer arithmetic and tags, constants
// that point into each other, object sizes, flexible arrays.
#include "../say.h"
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

struct __attribute__((packed)) tight { char a; int b; short c : 3, d : 13; long long e; };
struct fields { unsigned a : 1, b : 7, : 0, c : 31; signed d : 5; unsigned long long e : 48; _Bool f : 1; };
struct __attribute__((aligned(32))) spaced { int a; };
struct flexible { int n; short items[]; };
union view { uint32_t word; uint8_t bytes[4]; float f; struct { uint16_t low, high; }; };
struct node { struct node *next; const char *name; int (*call)(int); };

static int twice(int a) { return a * 2; }
static struct node last = {0, "last", twice};
static struct node ring[3] = {{&ring[1], "a", twice}, {&ring[2], "b" + 0, 0}, {&last, "xcd" + 1, twice}};
static char *const middle = (char *)ring + offsetof(struct node, name) + sizeof(struct node);
static const int table[2][3] = {{1, 2, 3}, {4, 5, 6}};
static const int *const cell = &table[1][1];
static uintptr_t as_number = (uintptr_t)&last;

__attribute__((noinline)) static void blocks(int n) {
  char a[64], b[64];
  for (int i = 0; i < 64; i++) a[i] = (char)(i * 3);
  memcpy(b, a, (size_t)n), memset(b + n, 0x5a, 64 - (size_t)n), memmove(b + 3, b, 40);
  unsigned h = 0;
  for (int i = 0; i < 64; i++) h = h * 31 + (unsigned char)b[i];
  say("%u %d", h, memcmp(a, b, 10) < 0);
}

__attribute__((noinline)) static void bit_fields(int n) {
  struct fields f = {1, 100, 12345, -3, 1ull << 40, 1};
  f.b += (unsigned)n, f.c ^= 0x7fffffff, f.d -= 15, f.e *= 3, f.f = n & 2;
  say("%u %u %u %d %llu %d", f.a, f.b, f.c, f.d, (unsigned long long)f.e, f.f);
  struct tight t = {1, 2, 3, -4000, -5};
  t.c -= n, t.d += n, t.e *= n;
  say("%d %d %d %d %lld %d", t.a, t.b, t.c, t.d, t.e, (int)sizeof t);
}

__attribute__((noinline)) static size_t room(int big) {
  char small[8], large[100];
  char *p = big ? large : small;
  return __builtin_object_size(p, 0) == (size_t)-1 ? 100 : __builtin_object_size(p, 0);
}

int main(void) {
  blocks(20), blocks(64), blocks(0);
  bit_fields(5), bit_fields(70);
  union view v = {0x40490fdb};
  say("%d %d %d %a", v.bytes[0], v.bytes[3], v.high, v.f);
  say("%s %s %d %s", ring[0].next->name, ring[2].name, ring[2].next->call(4), *(char **)(void *)middle);
  say("%d %d %d", *cell, cell[1], as_number == (uintptr_t)&last);
  struct flexible *f = malloc(sizeof *f + 5 * sizeof(short));
  f->n = 5;
  for (int i = 0; i < 5; i++) f->items[i] = (short)(i * i);
  say("%d %d", f->items[4], (int)sizeof *f);
  uintptr_t tagged = (uintptr_t)f | 1;
  say("%d %d", (int)(tagged & 1), ((struct flexible *)(tagged & ~(uintptr_t)1))->n);
  char *raw = aligned_alloc(64, 128), *down = __builtin_align_down(raw + 70, 64), *up = __builtin_align_up(raw + 1, 64);
  say("%d %d %d %d", (int)(down - raw), (int)(up - raw), __builtin_is_aligned(raw, 64), (int)((uintptr_t)raw % 64));
  struct spaced s[2];
  say("%d %d %d", (int)sizeof s, (int)((uintptr_t)s % 32), (int)((char *)&s[1] - (char *)s));
  say("%d", (int)room(1) >= 100);
  ptrdiff_t d = &ring[2] - &ring[0];
  say("%d %d %d", (int)d, ring < &ring[1], (char *)&ring[1] - (char *)ring == sizeof *ring);
  int a[3] = {1, 2, 3}, b[3];
  struct { int x[3]; } copy = {{4, 5, 6}}, other = copy;
  memcpy(b, a, sizeof b);
  say("%d %d %d", b[2], other.x[1], 2[a]);
  __builtin_prefetch(a);
  say("%d %d", __builtin_constant_p(3), __builtin_types_compatible_p(int, int));
  __builtin_assume(b[0] == 1);
  free(f), free(raw);
  return 0;
}
