// Atomic sections, locks that belong to variables, and locks that are tried.
// spin: holds
// spin -DNO_SECTION: violated
// spin -DNO_LOCK: violated
// spin -DALWAYS: violated
#include <assert.h>
#include <pthread.h>

void __allways_atomic_begin(void);
void __allways_atomic_end(void);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __allways_lock(const volatile void *address);
void __allways_unlock(const volatile void *address);

int w, x, y, z[2];
int tries;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static int twice(int n) { return n + x - x + n; }

static void *run(void *arg) {
  int me = (int)(long)arg;
#ifndef NO_SECTION
  __allways_atomic_begin();
#endif
  int t = x;
  if (t >= 0) x = t + 1;
  y += twice(1);
#ifndef NO_SECTION
  __allways_atomic_end();
#endif
  __VERIFIER_atomic_begin();
  w = w + 1;
  __VERIFIER_atomic_end();
#ifndef NO_LOCK
  __allways_lock(&z[1]);
#endif
  z[1]++;
#ifndef NO_LOCK
  __allways_unlock(&z[1]);
#endif
  if (pthread_mutex_trylock(&mutex) == 0) {
    tries++;
    pthread_mutex_unlock(&mutex);
  } else {
#ifdef ALWAYS
    assert(0);
#endif
  }
  return me ? arg : 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, run, (void *)1);
  pthread_create(&b, 0, run, (void *)2);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(w == 2 && x == 2 && y == 4 && z[1] == 2);
  assert(tries == 1 || tries == 2);
  return 0;
}
