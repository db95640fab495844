// Sizes that run over every end.
// expect: --memory 512M --timeout 10 => violated memory
// expect: --memory 512M --timeout 10 -DCOPY => violated memory
#include <stdint.h>
#include <string.h>

static char room[16];
static volatile size_t most = SIZE_MAX;

int main(void) {
#ifdef COPY
  memmove(room + 1, room, most); //~ memory
#else
  memset(room, 1, most); //~ memory
#endif
  return 0;
}
