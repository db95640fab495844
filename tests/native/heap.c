#define _GNU_SOURCE
#include "say.h"
#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
  int i, sum = 0;
  char *zeros = calloc(100, 3);
  for (i = 0; i < 300; i++) sum += zeros[i];
  say("%d", sum);
  char *p = malloc(4);
  memcpy(p, "abc", 4);
  p = realloc(p, 1000);
  say("%s", p);
  p = reallocarray(p, 3, 1);
  say("%.3s", p);
  errno = 0;
  volatile size_t huge = SIZE_MAX / 2 + 2;
  say("%d", calloc(huge, 2) == NULL);
  say("%d", errno);
  errno = 0;
  say("%d %d", reallocarray(p, huge, 4) == NULL, errno);
  errno = 0;
  say("%d", malloc(huge) == NULL);
  say("%d", errno);
  void *aligned = NULL;
  say("%d %d", posix_memalign(&aligned, 256, 10), (int)((uintptr_t)aligned % 256));
  free(aligned);
  say("%d", posix_memalign(&aligned, 3, 10));
  aligned = aligned_alloc(64, 128);
  say("%d", (int)((uintptr_t)aligned % 64));
  free(aligned);
  aligned = memalign(32, 5);
  say("%d %d", (int)((uintptr_t)aligned % 32), malloc_usable_size(aligned) >= 5);
  free(aligned);
  aligned = valloc(5);
  say("%d", (int)((uintptr_t)aligned % 4096));
  free(aligned);
  free(NULL);
  say("%zu", malloc_usable_size(NULL));
  free(zeros);
  free(p);
  return 0;
}
