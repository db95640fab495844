// Peterson's filter lock for N threads, again and again.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#ifndef N
#define N 4
#endif

static atomic_int level[N], victim[N];
static atomic_int inside;

static void *process(void *argument) {
  int me = (int)(intptr_t)argument;
  for (;;) {
    for (int l = 1; l < N; l++) {
      level[me] = l;
      victim[l] = me;
      for (int k = 0; k < N; k++)
        if (k != me)
          while (level[k] >= l && victim[l] == me) {
          }
    }
    inside++;
    assert(inside == 1);
    inside--;
    level[me] = 0;
  }
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 1; i < N; i++) pthread_create(&threads[i], NULL, process, (void *)(intptr_t)i);
  process(0);
  return 0;
}
