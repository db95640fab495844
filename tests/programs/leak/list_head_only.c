// Only the head of a list is freed; the rest points to itself and nobody points to it.
// expect: --property leak => violated leak
// expect: => holds
#include <stddef.h>
#include <stdlib.h>

typedef struct node {
  struct node *next, *previous;
} node;

static node *list;

static void push(void) {
  node *fresh = malloc(sizeof *fresh); //~ leak
  fresh->next = list;
  fresh->previous = NULL;
  if (list) list->previous = fresh;
  list = fresh;
}

int main(void) {
  push();
  push();
  push();
  free(list);
  list = NULL;
  return 0;
}
