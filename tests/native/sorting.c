#define _GNU_SOURCE
#include "say.h"
#include <search.h>
#include <stdlib.h>

struct pair {
  int key, value;
};

static int calls;

static int by_key(const void *a, const void *b) {
  calls++;
  return ((const struct pair *)a)->key - ((const struct pair *)b)->key;
}

static int downwards(const void *a, const void *b, void *calls) {
  ++*(int *)calls;
  return *(const short *)b - *(const short *)a;
}

static int by_text(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

int main(void) {
  struct pair all[] = {{3, 0}, {1, 1}, {3, 2}, {2, 3}, {1, 4}, {0, 5}, {3, 6}};
  unsigned i;
  qsort(all, 7, sizeof *all, by_key);
  for (i = 0; i < 7; i++) say("%d %d", all[i].key, all[i].value);
  say("%d", calls);
  short numbers[] = {5, 2, 9};
  int with = 0;
  qsort_r(numbers, 3, sizeof *numbers, downwards, &with);
  say("%d %d %d %d", numbers[0], numbers[1], numbers[2], with);
  const char *words[] = {"pear", "fig", "apple", "date"};
  qsort(words, 4, sizeof *words, by_text);
  say("%s %s %s %s", words[0], words[1], words[2], words[3]);
  const char *key = "fig", *missing = "kiwi";
  say("%d", (int)((const char **)bsearch(&key, words, 4, sizeof *words, by_text) - words));
  say("%d", bsearch(&missing, words, 4, sizeof *words, by_text) == NULL);
  qsort(words, 0, sizeof *words, by_text);
  struct pair wanted = {2, 9};
  size_t count = 3;
  say("%d", lfind(&wanted, all, &count, sizeof *all, by_key) == NULL);
  say("%d %zu", ((struct pair *)lsearch(&wanted, all, &count, sizeof *all, by_key))->value, count);
  return 0;
}
