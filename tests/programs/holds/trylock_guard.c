// Only the one whose trylock succeeds touches the data.
// expect: => holds
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int visits;

static void *visit(void *unused) {
  if (pthread_mutex_trylock(&lock) == 0) {
    visits++;
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, visit, NULL);
  pthread_create(&two, NULL, visit, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  assert(visits == 1 || visits == 2);
  return 0;
}
