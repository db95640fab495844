// A formula looks at a block only while a flag is set. The block lies at an address that was freed, which names another
// allocation than the one that made it. That the block is 1 for a moment counts nevertheless: then the flag can be
// set and taken back while it is, and is never seen with a block that is 0.
//
// expect: --address-reuse --ltl "F({flag} && !{flag && *block})" => violated ltl
// expect: --address-reuse --ltl "F({flag} && !{flag && *block})" --reduction none => violated ltl
// expect: --address-reuse --ltl "F({flag} && !{flag && *block})" --reduction superstep => violated ltl
// expect: --address-reuse --ltl "G !{flag && *block}" => violated ltl
// expect: --ltl "G !{flag && *block}" => holds
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

static atomic_int *block;
static atomic_int flag;

static void *write_block(void *unused) {
  *block = 1;
  *block = 0;
  return unused;
}

static void *set_flag(void *unused) {
  flag = 1;
  flag = 0;
  return unused;
}

int main(void) {
  void *old = malloc(sizeof *block);
  free(old);
  block = malloc(sizeof *block);
  *block = 0;
  if (block != old) {
    flag = 1;
    return 0;
  }
  pthread_t one, two;
  pthread_create(&one, NULL, write_block, NULL);
  pthread_create(&two, NULL, set_flag, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
