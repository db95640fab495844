// A pointer that is in disguise for a moment only is lost at that moment.
// expect: --property leak --reduction none => violated leak
// expect: --property leak --reduction tau => violated leak
// expect: --property leak --reduction global => violated leak
// expect: --property leak --reduction superstep => violated leak
// expect: --property leak --reduction full => violated leak
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

static atomic_int begun;

static void *disguise(void *unused) {
  begun = 1;
  free((void *)~(~(uintptr_t)malloc(8) * 1 + 0));
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, disguise, NULL);
  if (begun == 1) exit(0);
  pthread_join(thread, NULL);
  return 0;
}
