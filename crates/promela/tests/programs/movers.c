// Two threads whose steps must not be put together: in each case something can happen in between.
// spin: holds
// spin -DLATE_WRITE: violated
// spin -DAFTER_UNLOCK: violated
// spin -DFREED_LOCK: violated
// spin -DLATE_SIGNAL: violated
// spin -DREAD_AFTER_FREE: violated
// spin -DTWO_LOADS: violated
// spin -DCOPY: violated
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
  int a, b;
  pthread_mutex_t lock;
};

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
struct object *_Atomic shared;
struct object pair;
atomic_int flag;
int x, ready;

static void *first(void *arg) {
#if defined LATE_WRITE
  struct object *mine = malloc(sizeof *mine);
  mine->b = 1;
  shared = mine;
  mine->a = 1;
#elif defined AFTER_UNLOCK
  pthread_mutex_lock(&mutex);
  x = 1;
  pthread_mutex_unlock(&mutex);
  x = 0;
#elif defined FREED_LOCK
  struct object *object = shared;
  pthread_mutex_lock(&object->lock);
  flag = 1;
  pthread_mutex_unlock(&object->lock);
#elif defined LATE_SIGNAL
  pthread_mutex_lock(&mutex);
  ready = 1;
  pthread_mutex_unlock(&mutex);
  pthread_cond_signal(&condition);
#elif defined READ_AFTER_FREE
  struct object *object = shared;
  flag = 1;
  x = object->a;
#elif defined TWO_LOADS
  assert(x == x);
#elif defined COPY
  struct object copy = pair;
  assert(copy.a == copy.b);
#else
  struct object *mine = malloc(sizeof *mine);
  mine->a = 1;
  shared = mine;
#endif
  return arg;
}

static void *second(void *arg) {
#if defined AFTER_UNLOCK
  pthread_mutex_lock(&mutex);
  assert(x == 0);
  pthread_mutex_unlock(&mutex);
#elif defined FREED_LOCK || defined READ_AFTER_FREE
  if (flag) free(shared);
#elif defined LATE_SIGNAL
  pthread_mutex_lock(&mutex);
  if (ready) {
    pthread_cond_wait(&condition, &mutex);
    assert(0);
  }
  pthread_mutex_unlock(&mutex);
#elif defined TWO_LOADS
  x = 5;
#elif defined COPY
  pair.a = 1;
  pair.b = 1;
#else
  struct object *seen = shared;
  if (seen) assert(seen->a == 1);
#endif
  return arg;
}

int main(void) {
  pthread_t a, b;
#if defined FREED_LOCK || defined READ_AFTER_FREE
  shared = malloc(sizeof(struct object));
#endif
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
