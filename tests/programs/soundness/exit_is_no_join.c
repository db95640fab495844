// Broken rule: "what an ended thread used belongs to the others again".
//
// The thread raises the flag, increments x and ends. Only a join orders that before main's read; if the
// three are one step, the two accesses to x are never seen next to each other.
//
// expect: => violated race
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int flag;
static int x;

static void *raise_flag(void *unused) {
  flag = 1;
  x++; //~ race
  return unused;
}

int main(void) {
  pthread_t thread;
  int seen = 0;
  pthread_create(&thread, NULL, raise_flag, NULL);
  if (flag) seen = x; //~ race
  pthread_join(thread, NULL);
  return seen > 1;
}
