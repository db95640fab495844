// Nested structs, arrays in structs, copies, and pointers to members, elements and pointers.
// spin: holds
// spin -DWRONG: violated
#include <assert.h>
#include <stdlib.h>

struct point {
  int x, y;
};
struct box {
  struct point corners[2];
  struct point *middle;
  unsigned char color;
};
typedef struct {
  struct box inner;
  int tags[3];
} labelled;

static labelled global = {.inner = {.corners = {{1, 2}, {3, 4}}, .color = 200}, .tags = {7, 8}};
static int number = 5;
static int *to_number = &number;
static int *to_tag = &global.tags[1];

static void move(struct point *p, int by) {
  p->x += by;
  p->y += by;
}

static void set(int *place, int value) { *place = value; }

static void redirect(struct point **which, struct point *to) { *which = to; }

int main(void) {
  struct box local = {0};
  struct point *heap = malloc(sizeof(struct point));
  labelled *big = calloc(1, sizeof(labelled));
  local.corners[1].x = 9;
  local.corners[0] = local.corners[1];
  assert(local.corners[0].x == 9 && local.corners[0].y == 0);
  move(&global.inner.corners[1], 10);
  assert(global.inner.corners[1].x == 13 && global.inner.corners[1].y == 14);
  heap->x = 1;
  heap->y = 2;
  move(heap, 1);
  redirect(&global.inner.middle, heap);
  assert(global.inner.middle->y == 3);
  redirect(&big->inner.middle, &big->inner.corners[1]);
  big->inner.middle->x = 6;
  assert(big->inner.corners[1].x == 6);
  set(&big->tags[2], 11);
  set(to_number, *to_tag);
  assert(number == 8 && big->tags[2] == 11);
  set(&heap->y, 12);
  assert(global.inner.middle->y == 12);
  *big = global;
  assert(big->inner.corners[1].y == 14 && big->inner.color == 200 && big->tags[0] == 7);
#ifdef WRONG
  assert(big->tags[2] == 11);
#else
  assert(big->tags[2] == 0);
#endif
  free(heap);
  free(big);
  return 0;
}
