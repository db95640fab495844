// realloc moves a block to an address that was freed: by this thread, or meanwhile by another. Its content comes along.
//
// expect: --address-reuse => violated assert
// expect: --address-reuse --search bfs => violated assert
// expect: --address-reuse --reduction none => violated assert
// expect: --address-reuse -m32 => violated assert
// expect: --strict => violated assert
// expect: => holds
// expect: --address-reuse -- -DCONTENT => holds
// expect: --address-reuse --reduction none -- -DCONTENT => holds
// expect: --address-reuse --reduction superstep -- -DCONTENT => holds
// expect: --address-reuse --threads 2 -- -DCONTENT => holds
// expect: --address-reuse -- -DSTALE => violated memory
// expect: --address-reuse --reduction none -- -DSTALE => violated memory
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

static void *release(void *block) {
  free(block);
  return NULL;
}

int main(void) {
  long *given = malloc(2 * sizeof *given), *kept = malloc(2 * sizeof *kept);
  if (!given || !kept) return 0;
  kept[0] = 1;
  kept[1] = 2;
  pthread_t other;
  pthread_create(&other, NULL, release, given);
  long *moved = realloc(kept, 4 * sizeof *kept);
  pthread_join(other, NULL);
  if (!moved) return 0;
#ifdef CONTENT
  assert(moved[0] == 1 && moved[1] == 2);
#elif defined STALE
  kept[0] = 3; //~ memory
#else
  assert(moved != given); //~ assert
#endif
  free(moved);
  return 0;
}
