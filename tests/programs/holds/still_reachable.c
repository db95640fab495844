// Memory that a global still points to, also through another block, is no leak.
// expect: --property leak => holds
// expect: => holds
#include <stddef.h>
#include <stdlib.h>

typedef struct node {
  struct node *next;
} node;

static node *list;

static void push(void) {
  node *fresh = malloc(sizeof *fresh);
  fresh->next = list;
  list = fresh;
}

int main(void) {
  push();
  push();
  return 0;
}
