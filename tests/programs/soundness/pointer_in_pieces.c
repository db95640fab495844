// For a moment a pointer is only in parts of wide registers, or across two: then nothing points to its object.
// expect: --property leak -- -O2 -DSWAP => violated leak
// expect: --property leak --reduction none -- -O2 -DSWAP => violated leak
// expect: --property leak --reduction tau -- -O2 -DSWAP => violated leak
// expect: --property leak -- -DACROSS => violated leak
// expect: --property leak --reduction none -- -DACROSS => violated leak
// expect: --property leak --reduction global -- -DACROSS => violated leak
// expect: --property leak -- -m32 => holds
// expect: --property leak --reduction none -- -m32 => holds
// expect: --property leak --reduction global -- -m32 => holds
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

static atomic_int begun;

#if defined SWAP
static struct {
  void *p, *q;
} a, b;

static void *work(void *unused) {
  begun = 1;
  int *x = (int *)&a, *y = (int *)&b;
  for (int i = 0; i < 4; i++) {
    int old = x[i];
    x[i] = y[i];
    y[i] = old;
  }
  begun = 2;
  return unused;
}
#elif defined ACROSS
static union {
  struct __attribute__((packed)) {
    unsigned before;
    void *p;
    unsigned behind;
  } s;
  unsigned __int128 whole;
} x;

static void *work(void *unused) {
  begun = 1;
  x.s.p = malloc(8);
  unsigned __int128 whole = x.whole;
  x.whole = 0;
  x.whole = whole;
  free(x.s.p);
  return unused;
}
#else
// Both halves of a number of 64 bits may be pointers of 32: they point to something still.
static void *work(void *unused) {
  union {
    struct {
      void *p;
      unsigned behind;
    } s;
    uint64_t whole;
  } x;
  x.s.p = malloc(8);
  x.s.behind = 12345;
  begun = 1;
  uint64_t whole = x.whole;
  x.whole = 0;
  x.whole = whole;
  free(x.s.p);
  begun = 2;
  return unused;
}
#endif

int main(void) {
  pthread_t thread;
#ifdef SWAP
  a.p = malloc(8);
  a.q = malloc(8);
  b.p = malloc(8);
  b.q = malloc(8);
#endif
  pthread_create(&thread, NULL, work, NULL);
  if (begun == 1) exit(0);
  pthread_join(thread, NULL);
  return 0;
}
