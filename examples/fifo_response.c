// Response over a lock-free FIFO with one sender and one receiver: what is sent is received.
//
// The ring keeps one slot empty, to tell full from empty. With -DUNCHECKED the sender does not look
// whether there is room: a full ring then looks like an empty one, and its messages are never seen.
//
// expect: --fair weak => holds
// expect: --fair none => violated ltl
// expect: --fair weak -- -DUNCHECKED => violated ltl
#include <allways.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef MESSAGES
#define MESSAGES 3
#endif

enum AP { Sent, Recv };
LTL(response, G (Sent -> F Recv));

enum { SLOTS = 2 };

static struct {
  atomic_int slots[SLOTS], first, free;
} ring;

static void push(int message) {
  int here = ring.free, after = (here + 1) % SLOTS;
#ifndef UNCHECKED
  while (ring.first == after) {
  }
#endif
  ring.slots[here] = message;
  ring.free = after;
}

static int pop(void) {
  int here = ring.first;
  while (ring.free == here) {
  }
  int message = ring.slots[here];
  ring.first = (here + 1) % SLOTS;
  return message;
}

static void *sender(void *unused) {
  for (int i = 0; i < MESSAGES; i++) {
    ap(Sent);
    push(i);
  }
  return unused;
}

static void *receiver(void *unused) {
  for (int i = 0; i < MESSAGES; i++) {
    int message = pop();
#ifndef UNCHECKED
    vassert(message == i);
#endif
    (void)message;
    ap(Recv);
  }
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, sender, NULL);
  pthread_create(&two, NULL, receiver, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
