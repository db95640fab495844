// Leader election on a ring (Chang and Roberts): everyone sends its number to its neighbour, passes
// larger ones on, and the one whose number comes back leads. A channel holds two numbers.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#ifndef N
#define N 4
#endif
#define ROOM 2

static struct channel {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  int count;
  int numbers[ROOM];
} channels[N];
static atomic_int leaders;

static void send(struct channel *to, int number) {
  pthread_mutex_lock(&to->lock);
  while (to->count == ROOM) pthread_cond_wait(&to->changed, &to->lock);
  to->numbers[to->count++] = number;
  pthread_cond_broadcast(&to->changed);
  pthread_mutex_unlock(&to->lock);
}

static int receive(struct channel *from) {
  pthread_mutex_lock(&from->lock);
  while (from->count == 0) pthread_cond_wait(&from->changed, &from->lock);
  int number = from->numbers[0];
  from->count--;
  for (int i = 0; i < from->count; i++) from->numbers[i] = from->numbers[i + 1];
  from->numbers[from->count] = 0;
  pthread_cond_broadcast(&from->changed);
  pthread_mutex_unlock(&from->lock);
  return number;
}

static void *node(void *argument) {
  int me = (int)(intptr_t)argument;
  int mine = (me * 5 + 3) % N + 1;
  send(&channels[(me + 1) % N], mine);
  for (;;) {
    int number = receive(&channels[me]);
    if (number > mine) {
      send(&channels[(me + 1) % N], number);
    } else if (number == mine) {
      leaders++;
      assert(leaders == 1);
      assert(mine == N);
      return NULL;
    }
  }
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; i++) {
    pthread_mutex_init(&channels[i].lock, NULL);
    pthread_cond_init(&channels[i].changed, NULL);
  }
  for (int i = 0; i < N; i++) pthread_create(&threads[i], NULL, node, (void *)(intptr_t)i);
  pthread_exit(NULL);
}
