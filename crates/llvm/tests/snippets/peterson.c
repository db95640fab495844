#include <assert.h>
#include <pthread.h>

volatile int flag[2], turn;
int inside;

static void *worker(void *argument) {
  int me = *(int *)argument, other = 1 - me;
  flag[me] = 1;
  turn = other;
  while (flag[other] && turn == other)
    ;
  inside++;
  assert(inside == 1);
  inside--;
  flag[me] = 0;
  return 0;
}

int main(void) {
  pthread_t t[2];
  int id[2] = {0, 1};
  for (int i = 0; i < 2; i++)
    pthread_create(&t[i], 0, worker, &id[i]);
  for (int i = 0; i < 2; i++)
    pthread_join(t[i], 0);
}
