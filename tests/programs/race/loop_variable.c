// The loop variable's address goes to the threads while the loop still counts.
// expect: => violated race
#include <pthread.h>
#include <stddef.h>

static void *work(void *number) {
  int mine = *(int *)number; //~ race
  (void)mine;
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  int i;
  for (i = 0; i < 2; i++) //~ race
    pthread_create(&threads[i], NULL, work, &i);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
