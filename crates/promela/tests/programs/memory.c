// A linked list, and every way to use memory wrongly.
// spin: holds
// spin -DNULL_POINTER: violated
// spin -DDOUBLE_FREE: violated
// spin -DUSE_AFTER_FREE: violated
// spin -DDANGLING_LOCAL: violated
// spin -DOUT_OF_BOUNDS: violated
// spin -DOUT_OF_BLOCK: violated
// spin -DONE_PAST_END: violated
// spin -DACROSS: violated
// spin -DMIDDLE: violated
#include <assert.h>
#include <stdlib.h>

struct node {
  struct node *next;
  int value;
};

static struct node *add(struct node *list, int value) {
  struct node *node = malloc(sizeof(struct node));
  node->next = list;
  node->value = value;
  return node;
}

static int total(const struct node *list) {
  int sum = 0;
  for (; list; list = list->next) sum += list->value;
  return sum;
}

static int sum(const int *numbers, int count) {
  int result = 0;
  for (int i = 0; i < count; i++) result += numbers[i];
  return result;
}

static int *leak_local(void) {
  int local = 3;
  int *pointer = &local;
  return pointer;
}

int table[4] = {1, 2, 3, 4};
int other[2] = {50, 60};

int main(void) {
  struct node *list = 0;
  for (int i = 1; i <= 3; i++) list = add(list, i);
  assert(total(list) == 6);
#ifdef NULL_POINTER
  list = list->next->next->next->next;
#endif
#ifdef USE_AFTER_FREE
  struct node *gone = list;
#endif
  while (list) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
#ifdef USE_AFTER_FREE
  assert(gone->value == 3);
#endif
  int *numbers = malloc(3 * sizeof(int));
  for (int i = 0; i < 3; i++) numbers[i] = i + 1;
  assert(sum(numbers, 3) == 6);
#ifdef OUT_OF_BLOCK
  assert(sum(numbers, 4) == 6);
#endif
  int *end = numbers + 3;
  assert(end - numbers == 3);
#ifdef ONE_PAST_END
  *end = 1;
#endif
  assert(*--end == 3);
#ifdef MIDDLE
  free(end);
#endif
  free(numbers);
#ifdef DOUBLE_FREE
  free(numbers);
#endif
#ifdef DANGLING_LOCAL
  assert(*leak_local() == 3);
#else
  (void)leak_local;
#endif
  int *cursor = table;
  assert(sum(cursor, 4) == 10 && sum(table + 1, 2) == 5 && sum(other, 2) == 110);
  cursor += 3;
  assert(*cursor == 4);
#ifdef ACROSS
  cursor += 2;
  assert(*cursor > 0);
#endif
#ifdef OUT_OF_BOUNDS
  for (int i = 0; i <= 4; i++) table[i] = 0;
#endif
  free(0);
  return 0;
}
