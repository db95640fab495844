// Two threads take turns through one condition variable. A signal that comes before the wait is not
// lost, because the turn is remembered.
// expect: => holds
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int turn, rallies;

static void *play(void *argument) {
  int me = (int)(intptr_t)argument;
  for (int round = 0; round < 2; round++) {
    pthread_mutex_lock(&lock);
    while (turn != me) pthread_cond_wait(&changed, &lock);
    assert(rallies++ == 2 * round + me);
    turn = 1 - me;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
  }
  return NULL;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, play, (void *)(intptr_t)0);
  pthread_create(&two, NULL, play, (void *)(intptr_t)1);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
