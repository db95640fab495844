// An abstraction: a counter that never stops, of which only the parity is matched. What is not found
// may still be there; what is found is real.
//
// expect: --abstraction parity --property assert => unknown
// expect: --abstraction parity --property assert --search bfs => unknown
// expect: --abstraction parity --property assert -- -DWRONG => violated assert
// expect: --abstraction parity --property assert --reduction tau -- -DWRONG => violated assert
// expect: --abstraction nothing --property assert => error
// expect: --abstraction faults --property assert => error
// expect: --abstraction missing --property assert => error
// expect: --abstraction parity --context-bound 1 --property assert -- -DWRONG => violated assert
#include <allways.h>
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

atomic_uint count;
static unsigned *nowhere;

void parity(void) { allways_abstract[0] = count % 2; }
void faults(void) { allways_abstract[0] = (unsigned char)*nowhere; }
void nothing(int unused) { (void)unused; }

static void *even(void *unused) {
  for (;;) {
    count += 2;
#ifdef WRONG
    assert(count % 2 == 0); //~ assert
#endif
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, even, NULL);
  count++;
  pthread_join(thread, NULL);
  return 0;
}
