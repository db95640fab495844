// Two locks in opposite order, but the second one is only tried: whoever fails gives the first one back.
// expect: => holds
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void take_both(int first) {
  for (;;) {
    pthread_mutex_lock(&locks[first]);
    if (pthread_mutex_trylock(&locks[1 - first]) == 0) return;
    pthread_mutex_unlock(&locks[first]);
  }
}

static void *work(void *first) {
  take_both(first != NULL);
  pthread_mutex_unlock(&locks[0]);
  pthread_mutex_unlock(&locks[1]);
  return NULL;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, work, NULL);
  pthread_create(&two, NULL, work, locks);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
