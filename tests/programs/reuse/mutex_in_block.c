// A block with a mutex and what it guards is given up, and another one with a mutex is made, perhaps at the same
// address. Who takes its mutex has the right one. With -DSTALE the second thread takes a mutex whose block may be gone,
// or the mutex of another block, which guards something else.
//
// expect: --address-reuse => holds
// expect: --address-reuse --search bfs => holds
// expect: --address-reuse --threads 2 => holds
// expect: --address-reuse --reduction none => holds
// expect: --address-reuse --reduction tau => holds
// expect: --address-reuse --reduction superstep => holds
// expect: --strict => holds
// expect: --address-reuse --property memory -- -DSTALE => violated memory
// expect: --address-reuse --property assert -- -DSTALE => violated assert
// expect: --address-reuse --property assert --reduction none -- -DSTALE => violated assert
// expect: --address-reuse --property assert --reduction tau -- -DSTALE => violated assert
// expect: --address-reuse --property assert --search bfs -- -DSTALE => violated assert
// expect: --address-reuse --property assert -m32 -- -DSTALE => violated assert
// expect: --property assert -- -DSTALE => unknown
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

typedef struct {
  pthread_mutex_t lock;
  int kind, count;
} counter;

static counter *_Atomic current;
static pthread_mutex_t exchange = PTHREAD_MUTEX_INITIALIZER;

static counter *make(int kind) {
  counter *c = malloc(sizeof *c);
  if (!c) exit(0);
  pthread_mutex_init(&c->lock, NULL);
  c->kind = kind;
  c->count = 0;
  return c;
}

static void *count(void *unused) {
#ifdef STALE
  counter *mine = current;
#else
  pthread_mutex_lock(&exchange);
  counter *mine = current;
#endif
  int kind = mine->kind; //~ memory
  pthread_mutex_lock(&mine->lock); //~ memory
  assert(mine->kind == kind); //~ assert memory
  mine->count++; //~ memory
  pthread_mutex_unlock(&mine->lock); //~ memory
#ifndef STALE
  pthread_mutex_unlock(&exchange);
#endif
  return unused;
}

int main(void) {
  current = make(1);
  pthread_t other;
  pthread_create(&other, NULL, count, NULL);
  pthread_mutex_lock(&exchange);
  pthread_mutex_lock(&current->lock);
  pthread_mutex_unlock(&current->lock);
  free(current); //~ memory
  current = make(2);
  pthread_mutex_unlock(&exchange);
  pthread_join(other, NULL);
  return 0;
}
