// Two robots cross an N x N board from one corner to the opposite one, in slightly different patterns:
// the first goes right, down, right, down, ...; the second down, right, down, right, ... Each enters
// the next square before it leaves its own. Their paths have the diagonal in common and nothing else,
// so that is where they may meet. A robot that drifts (-DDRIFT: the second one takes its first two
// steps the other way round) can meet the other one beside the diagonal.
//
// expect: => holds
// expect: -- -DN=5 => holds
// expect: -- -DDRIFT => violated assert
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#ifndef N
#define N 3
#endif

typedef struct {
  bool right_first; // which way it goes from a square on the diagonal
  int drifts;       // so many pairs of steps it takes the other way round
} robot;

static atomic_int robots_on[N][N];

static void enter(int row, int column) {
  int already = atomic_fetch_add(&robots_on[row][column], 1);
  assert(already == 0 || row == column); //~ assert
}

static void leave(int row, int column) { atomic_fetch_sub(&robots_on[row][column], 1); }

static void *cross(void *argument) {
  robot me = *(robot *)argument;
  for (int i = 0; i < N - 1; i++) {
    bool right = i < me.drifts ? !me.right_first : me.right_first;
    int row = right ? i : i + 1, column = right ? i + 1 : i;
    enter(row, column);
    leave(i, i);
    enter(i + 1, i + 1);
    leave(row, column);
  }
  return NULL;
}

int main(void) {
  robot first = {.right_first = true, .drifts = 0}, second = {.right_first = false, .drifts = 0};
  pthread_t one, two;
#ifdef DRIFT
  second.drifts = 1;
#endif
  robots_on[0][0] = 2;
  pthread_create(&one, NULL, cross, &first);
  pthread_create(&two, NULL, cross, &second);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  assert(robots_on[N - 1][N - 1] == 2);
  return 0;
}
