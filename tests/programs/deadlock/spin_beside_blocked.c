// One thread tries to lock a mutex that it has already, again and again; the other comes to wait for it after a few
// instructions of its own. That it can still move on its way there does not mean that it gets out of it.
// expect: => violated deadlock
// expect: --reduction none => violated deadlock
// expect: --reduction tau => violated deadlock
// expect: --reduction none --search bfs => violated deadlock
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int shared;

static void *wait(void *given) {
  if (given) {
    pthread_mutex_lock(&lock);
    *(int *)given = 2;
    pthread_mutex_unlock(&lock);
  }
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_mutex_lock(&lock);
  pthread_create(&thread, NULL, wait, &shared);
  while (pthread_mutex_trylock(&lock)) //~ deadlock
    ;
  pthread_mutex_unlock(&lock);
  return 0;
}
