// 16 MB are set, copied and compared.
// expect: --memory 1G --timeout 20 => holds
#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 16 << 20 };

int main(void) {
  char *a = malloc(SIZE);
  char *b = malloc(SIZE);
  memset(a, 'x', SIZE);
  memcpy(b, a, SIZE);
  assert(memcmp(a, b, SIZE) == 0);
  assert(b[SIZE - 1] == 'x');
  free(a);
  free(b);
  return 0;
}
