// A list is freed while its next pointers are still needed.
// expect: => violated memory
#include <stddef.h>
#include <stdlib.h>

typedef struct node {
  struct node *next;
} node;

static node *push(node *next) {
  node *fresh = malloc(sizeof *fresh);
  fresh->next = next;
  return fresh;
}

int main(void) {
  node *list = push(push(NULL));
  for (node *n = list; n; n = n->next) //~ memory
    free(n);
  return 0;
}
