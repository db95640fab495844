// What a section does behind a choice is as unprotected as what it does before.
// expect: => violated race
// expect: --reduction none => violated race
// expect: --reduction superstep => violated race
// expect: -- -DBOTH => holds
#include <allways.h>
#include <pthread.h>

static int total;

static void *set(void *unused) {
  beginatomic();
  total = arbitrary(2); //~ race
  endatomic();
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, set, NULL);
#ifdef BOTH
  set(NULL);
#else
  total = 3; //~ race
#endif
  pthread_join(thread, NULL);
  return 0;
}
