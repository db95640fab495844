// `if` around a wait: the second consumer wakes up and the item is gone.
// expect: => violated assert
// expect: -- -DWHILE => holds
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifdef WHILE
#define AGAIN while
#else
#define AGAIN if
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int items;

static void *consume(void *unused) {
  pthread_mutex_lock(&lock);
  AGAIN(items == 0) pthread_cond_wait(&changed, &lock);
  assert(items > 0); //~ assert
  items--;
  pthread_mutex_unlock(&lock);
  return unused;
}

static void produce(void) {
  pthread_mutex_lock(&lock);
  items++;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, consume, NULL);
  pthread_create(&two, NULL, consume, NULL);
  produce();
  produce();
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
