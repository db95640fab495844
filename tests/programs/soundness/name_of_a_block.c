// Which name a new block gets depends on who still mentions a freed one. Programs can see it, as a number in any
// way, also when the block is freed again.
// expect: --property assert --reduction none -- "-DSEEN=(free(block), ((unsigned char *)&block)[3] == 0xa6)" => violated assert
// expect: --property assert --reduction full -- "-DSEEN=(free(block), ((unsigned char *)&block)[3] == 0xa6)" => violated assert
// expect: --property assert --reduction global -- "-DSEEN=(free(block), ((unsigned char *)&block)[3] == 0xa6)" => violated assert
// expect: --property assert --reduction none -- "-DSEEN=(freed(block) | 1ul << 63) >= (0x415aa6600e00 | 1ul << 63)" => violated assert
// expect: --property assert --reduction full -- "-DSEEN=(freed(block) | 1ul << 63) >= (0x415aa6600e00 | 1ul << 63)" => violated assert
// expect: --property assert --reduction global -- "-DSEEN=(freed(block) | 1ul << 63) >= (0x415aa6600e00 | 1ul << 63)" => violated assert
// expect: --property assert --reduction none -- "-DSEEN=which((uintptr_t)block) == 2" => violated assert
// expect: --property assert --reduction full -- "-DSEEN=which((uintptr_t)block) == 2" => violated assert
// expect: --property assert --reduction global -- "-DSEEN=which((uintptr_t)block) == 2" => violated assert
// expect: --property assert --reduction none -- "-DSEEN=(uintptr_t)block >= 0x415aa5b00e00" => violated assert
// expect: --property assert --reduction full -- "-DSEEN=(uintptr_t)block >= 0x415aa5b00e00" => violated assert
// expect: --property assert --reduction global -- "-DSEEN=(uintptr_t)block >= 0x415aa5b00e00" => violated assert
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifndef SEEN
#define SEEN 0
#endif

static atomic_int forgetting;
static char *shown;

// No function that only hands on what it allocates: its objects would be named by its callers.
static void make(char **block) { *block = malloc(8); }

static void *forget(void *unused) {
  char *volatile stale = shown;
  forgetting = 1;
  stale = 0;
  forgetting = 2;
  return unused;
}

static int which(uintptr_t number) {
  switch (number) {
  case 0x415aa5000e00: return 1;
  case 0x415aa6600e00: return 2;
  case 7: return 3;
  default: return 0;
  }
}

static uintptr_t freed(char *block) {
  uintptr_t number = (uintptr_t)block;
  free(block);
  return number;
}

int main(void) {
  pthread_t other;
  char *first, *block;
  make(&first);
  uintptr_t old = (uintptr_t)first;
  shown = first;
  free(first);
  first = 0;
  old = 0;
  pthread_create(&other, NULL, forget, NULL);
  while (!forgetting) continue;
  shown = 0;
  make(&block);
  assert(!(SEEN)); //~ assert
  pthread_join(other, NULL);
  return (int)old;
}
