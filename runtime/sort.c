/* qsort and qsort_r: a merge sort, like glibc's, so that equal elements keep their order and the
 * comparisons come in the same order. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

void *__allways_malloc_guaranteed(size_t size);

typedef int (*allways_compare)(const void *, const void *);
typedef int (*allways_compare_with)(const void *, const void *, void *);

static void allways_merge_sort(char *base, size_t count, size_t size, allways_compare_with compare,
                               void *with, char *room) {
  size_t left, right;
  char *a, *b, *to;
  if (count <= 1) return;
  left = count / 2;
  right = count - left;
  a = base;
  b = base + left * size;
  allways_merge_sort(a, left, size, compare, with, room);
  allways_merge_sort(b, right, size, compare, with, room);
  to = room;
  while (left > 0 && right > 0) {
    if (compare(a, b, with) <= 0) {
      memcpy(to, a, size);
      a += size;
      left--;
    } else {
      memcpy(to, b, size);
      b += size;
      right--;
    }
    to += size;
  }
  if (left > 0) memcpy(to, a, left * size);
  memcpy(base, room, (count - right) * size);
}

void qsort_r(void *base, size_t count, size_t size, allways_compare_with compare, void *with) {
  char *room;
  if (count <= 1 || size == 0) return;
  room = __allways_malloc_guaranteed(count * size);
  allways_merge_sort(base, count, size, compare, with, room);
  free(room);
}

static int allways_compare_plainly(const void *a, const void *b, void *with) {
  return (*(allways_compare *)with)(a, b);
}

void qsort(void *base, size_t count, size_t size, allways_compare compare) {
  qsort_r(base, count, size, allways_compare_plainly, &compare);
}
