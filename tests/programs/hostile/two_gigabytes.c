// A global array of 2 GB, touched here and there: only what differs from zero takes memory.
// expect: --memory 512M --timeout 10 => holds
#include <assert.h>

static char room[1ul << 31];

int main(void) {
  for (unsigned long at = 0; at < sizeof room; at += sizeof room / 8) room[at + 5] = 7;
  assert(room[sizeof room / 8 * 7 + 5] == 7);
  return room[sizeof room - 1];
}
