// Two atomic sections do not interleave and do not race; neither do two users of the same vlock.
// expect: => holds
// expect: -- -DVLOCK => holds
#include <allways.h>
#include <pthread.h>
#include <stddef.h>

static int total, resource;

static void *add(void *unused) {
#ifdef VLOCK
  vlock(&resource);
#else
  beginatomic();
  resource = 0;
#endif
  int seen = total;
  total = seen + 1;
#ifdef VLOCK
  vunlock(&resource);
#else
  endatomic();
#endif
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, add, NULL);
  pthread_create(&two, NULL, add, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  vassert(total == 2);
  return 0;
}
