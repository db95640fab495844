// A proposition and an invariant that commit a fault themselves: the report shows the line inside the function.
// expect: => violated ltl
// expect: -DSAFE => holds
// expect: -DSAFE --invariant positive => violated invariant
// expect: -DSAFE -DFOUR --invariant positive => holds
#include <allways.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

enum AP { Right };

#ifdef FOUR
static int divisor = 4;
#else
static int divisor;
#endif
static int value = 1;
static int *shown = &value;

__attribute__((used)) static bool positive(void) {
  return 12 / divisor > 0; //~ invariant
}

static bool is_shown(int *pointer) {
#ifdef SAFE
  return !pointer || *pointer == 1;
#else
  return *pointer == 1; //~ ltl
#endif
}

LTL(often, G F Right);

static void *hide(void *unused) {
  shown = NULL;
  return unused;
}

int main(void) {
  ap_global(Right, is_shown, shown);
  pthread_t thread;
  pthread_create(&thread, NULL, hide, NULL);
  pthread_join(thread, NULL);
  return 0;
}
