// Context bounds: the assertion fails only if the threads take turns. Leaving `first` for `second` twice
// and coming back once while `second` could go on are three switches; when it has ended, coming back is
// free, and so is leaving main, which waits.
//
// expect: => violated assert
// expect: --context-bound 0 => unknown
// expect: --context-bound 1 => unknown
// expect: --context-bound 2 => unknown
// expect: --context-bound 3 => violated assert
// expect: --context-bound 3 --search bfs => violated assert
// expect: --context-bound auto => violated assert
// expect: --context-bound auto --search bfs => violated assert
// expect: --context-bound auto -- -DRIGHT => holds
// expect: --context-bound auto --reduction none -- -DRIGHT => holds
// expect: --context-bound 9 -- -DRIGHT => holds
// expect: --context-bound 1 -- -DRIGHT => unknown
// expect: --context-bound 3 --reduction none => violated assert
// expect: --context-bound auto --reduction superstep => violated assert
// expect: --context-bound 3 --depth 100 => error
// expect: --context-bound 3 --ltl 'G {turn < 9}' => error
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

atomic_int turn;

static void *first(void *unused) {
  turn = 1;
  if (turn == 2) {
    turn = 3;
#ifndef RIGHT
    assert(turn != 4); //~ assert
#endif
  }
  return unused;
}

static void *second(void *unused) {
  int seen = 1;
  atomic_compare_exchange_strong(&turn, &seen, 2);
  seen = 3;
  atomic_compare_exchange_strong(&turn, &seen, 4);
  return unused;
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, NULL, first, NULL);
  pthread_create(&other, NULL, second, NULL);
  pthread_join(one, NULL);
  pthread_join(other, NULL);
  return 0;
}
