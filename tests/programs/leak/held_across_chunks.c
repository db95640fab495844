// The only pointer to the allocation lies unaligned in a large packed record.
// expect: --property leak -DFORGET => violated leak
// expect: --property leak => holds
// expect: --property leak -DPLACE=60 => holds
#include <stdlib.h>

#ifndef PLACE
#define PLACE 1021
#endif

static struct {
  char before[PLACE];
  int *pointer;
  char after[3000];
} __attribute__((packed)) record;

int main(void) {
  record.pointer = malloc(4); //~ leak
#ifdef FORGET
  record.pointer = NULL;
#endif
  return 0;
}
