// A server loop that never ends: is every request answered?
//
// Each client has a desk on which it leaves a request and finds the answer. The server walks from desk
// to desk. With -DFAVOURITE it looks at the other desks only when there is nothing on the first one: a
// busy first client can keep the second one waiting for ever.
//
// expect: --fair weak => holds
// expect: --fair none => violated ltl
// expect: --fair weak -- -DFAVOURITE => violated ltl
// expect: --property termination => violated termination
#include <allways.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

enum AP { Asked, Answered };
LTL(answered, G (Asked -> F Answered));

enum { CLIENTS = 2, LAST = CLIENTS - 1 };
enum { NOTHING, REQUEST, ANSWER };

static atomic_int desks[CLIENTS];

static void *client(void *argument) {
  int me = (int)(intptr_t)argument;
  for (;;) {
    if (me == LAST) ap(Asked);
    desks[me] = REQUEST;
    while (desks[me] != ANSWER) {
    }
    if (me == LAST) ap(Answered);
    desks[me] = NOTHING;
  }
  return NULL;
}

static void serve(void) {
  for (int desk = 0;;) {
    int served = desks[desk] == REQUEST;
    if (served) desks[desk] = ANSWER;
#ifdef FAVOURITE
    desk = served ? 0 : (desk + 1) % CLIENTS;
#else
    desk = (desk + 1) % CLIENTS;
#endif
  }
}

int main(void) {
  pthread_t clients[CLIENTS];
  for (int i = 0; i < CLIENTS; i++) pthread_create(&clients[i], NULL, client, (void *)(intptr_t)i);
  serve();
}
