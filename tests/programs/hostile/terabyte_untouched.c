// A terabyte of which one byte is used at each end costs next to nothing, or is refused.
// expect: --memory 512M --timeout 10 => holds
#include <stdlib.h>

int main(void) {
  size_t size = (size_t)1 << 40;
  char *room = malloc(size);
  if (!room) return 0;
  room[0] = 1;
  room[size - 1] = 2;
  free(room);
  return 0;
}
