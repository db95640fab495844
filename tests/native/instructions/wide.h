// Random numbers, and wide integers shown in full.
#include "../say.h"

typedef unsigned long long u64;
typedef unsigned _BitInt(256) u256;

static u64 state = 88172645463325252ull;
__attribute__((noinline)) static u64 next(void) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state;
}

static void show(const char *what, u256 v) {
  say("%s %016llx%016llx%016llx%016llx", what, (u64)(v >> 192), (u64)(v >> 128), (u64)(v >> 64), (u64)v);
}
