// A scope ends with its function, also when a jump or the end of the thread leaves it.
// expect: --fair weak --ltl "F G !Inside" => holds
// expect: --fair weak --ltl "F Inside" => holds
// expect: --fair weak --ltl "F G !Inside" -- -DEXIT => holds
// expect: --fair weak --ltl "F Inside" -- -DEXIT => holds
#include <allways.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
enum AP { Inside };
static jmp_buf out;
static bool positive(int depth) { return depth > 0; }
static void dive(int depth) {
  ap_local(Inside, positive, depth);
  if (depth < 3) dive(depth + 1);
#ifdef EXIT
  pthread_exit(NULL);
#else
  longjmp(out, 1);
#endif
}
static void *work(void *unused) {
  if (!setjmp(out)) dive(1);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
  return 0;
}
