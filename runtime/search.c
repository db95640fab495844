/* Searches that compare with a function of the program. */
#include <stddef.h>
#include <string.h>

typedef int (*allways_search_compare)(const void *, const void *);

void *bsearch(const void *key, const void *base, size_t count, size_t size,
              allways_search_compare compare) {
  size_t low = 0, high = count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    const char *element = (const char *)base + middle * size;
    int order = compare(key, element);
    if (order == 0) return (void *)element;
    if (order < 0)
      high = middle;
    else
      low = middle + 1;
  }
  return NULL;
}

void *lfind(const void *key, const void *base, size_t *count, size_t size,
            allways_search_compare compare) {
  size_t i;
  for (i = 0; i < *count; i++) {
    const char *element = (const char *)base + i * size;
    if (compare(key, element) == 0) return (void *)element;
  }
  return NULL;
}

void *lsearch(const void *key, void *base, size_t *count, size_t size,
              allways_search_compare compare) {
  void *found = lfind(key, base, count, size, compare);
  if (found == NULL) {
    found = memcpy((char *)base + *count * size, key, size);
    ++*count;
  }
  return found;
}
