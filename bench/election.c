// Leader election on a ring (Chang and Roberts): everyone sends its number to its neighbour, passes
// larger ones on, and the one whose number comes back leads. A channel holds two numbers.
#include <allways.h>
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#ifndef N
#define N 4
#endif
#define ROOM 2

static struct channel {
  int count;
  int numbers[ROOM];
} channels[N];
static int leaders;

// Sends if there is room.
static int try_send(struct channel *to, int number) {
  beginatomic();
  int sent = to->count < ROOM;
  if (sent) to->numbers[to->count++] = number;
  endatomic();
  return sent;
}

// The first number, or 0 if there is none.
static int try_receive(struct channel *from) {
  beginatomic();
  int number = 0;
  if (from->count > 0) {
    number = from->numbers[0];
    from->numbers[0] = from->numbers[1];
    from->numbers[1] = 0;
    from->count--;
  }
  endatomic();
  return number;
}

static void send(struct channel *to, int number) {
  while (!try_send(to, number)) {
  }
}

static int receive(struct channel *from) {
  int number;
  while ((number = try_receive(from)) == 0) {
  }
  return number;
}

static void *node(void *argument) {
  int me = (int)(intptr_t)argument;
  int mine = (me * 7 + 3) % N + 1;
  send(&channels[(me + 1) % N], mine);
  for (;;) {
    int number = receive(&channels[me]);
    if (number > mine) {
      send(&channels[(me + 1) % N], number);
    } else if (number == mine) {
      assert(leaders == 0);
      leaders = 1;
      assert(mine == N);
      return NULL;
    }
  }
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; i++) pthread_create(&threads[i], NULL, node, (void *)(intptr_t)i);
  pthread_exit(NULL);
}
