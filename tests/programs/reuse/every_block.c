// Every freed block of the size class is tried, in every order, and a new one too.
//
// expect: --address-reuse -- -DNEITHER => violated assert
// expect: --address-reuse -- -DSECOND => violated assert
// expect: --address-reuse -- -DBOTH => violated assert
// expect: --address-reuse -- -DCALLOC => violated assert
// expect: --address-reuse -- -DSTRDUP => violated assert
// expect: --address-reuse --malloc-fail -- -DBOTH => violated assert
// expect: --address-reuse --malloc-fail -- -DFAILS => violated assert
// expect: --strict --reduction none -- -DFAILS => violated assert
// expect: --address-reuse -- -DTWICE => holds
// expect: --address-reuse --malloc-fail -- -DTWICE => holds
// expect: --address-reuse -- -DLOCAL => holds
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static uintptr_t escaped;

static void local(void) {
  int variable = 0;
  escaped = (uintptr_t)&variable;
}

int main(void) {
  void *a = malloc(8), *b = malloc(200);
  free(a);
  free(b);
  local();
#ifdef CALLOC
  uint64_t *number = calloc(1, 8);
  assert(*number == 0);
  assert((void *)number != b); //~ assert
#elif defined STRDUP
  char *text = strdup("text");
  assert(!strcmp(text, "text"));
  assert(text != a); //~ assert
#else
  void *c = malloc(16), *d = malloc(16);
#ifdef NEITHER
  assert(c == a || c == b || d == a || d == b); //~ assert
#elif defined SECOND
  assert(c != b); //~ assert
#elif defined BOTH
  assert(c != b || d != a); //~ assert
#elif defined FAILS
  assert(c != b || d); //~ assert
#elif defined TWICE
  assert(c != d || !c);
#elif defined LOCAL
  assert((uintptr_t)c != escaped && (uintptr_t)d != escaped);
#endif
#endif
  return 0;
}
