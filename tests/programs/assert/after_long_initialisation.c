// A long initialisation is left out, and nothing that threads do afterwards.
// expect: => violated assert
#include <assert.h>
#include <pthread.h>

static int table[40];
static _Atomic int turns;

static void *take(void *unused) {
  for (int i = 0; i < 4; i++) {
    int seen = turns;
    table[i] += 1 - 1;
    turns = seen + 1;
  }
  return unused;
}

int main(void) {
  for (int i = 0; i < 40; i++) {
    table[i] = i;
  }
  pthread_t thread;
  pthread_create(&thread, NULL, take, NULL);
  for (int i = 0; i < 2; i++) {
    int seen = turns;
    turns = seen + 1;
  }
  pthread_join(thread, NULL);
  assert(turns >= 4); //~ assert
  return 0;
}
