// The marker that begins a scope again writes the whole variable, not its first byte: between it and the
// next write others see nothing that is defined.
// expect: --property memory => violated memory
// expect: --property memory --reduction none => violated memory
// expect: -O2 --property memory => violated memory
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

struct pair {
  long first, second;
};

static _Atomic(struct pair *) shown;
static _Atomic int round_done;
static sem_t go_on;

__attribute__((noinline)) static void show(struct pair *pair) {
  pair->first = 1;
  shown = pair;
  round_done = 1;
}

static void *shows(void *unused) {
  for (int i = 0; i < 2; i++) {
    struct pair pair;
    show(&pair);
    if (i == 1) sem_wait(&go_on);
  }
  return unused;
}

static void *writes(void *unused) {
  struct pair *seen = shown;
  if (seen) seen->second = 7; //~ memory
  sem_post(&go_on);
  return unused;
}

int main(void) {
  pthread_t a, b;
  sem_init(&go_on, 0, 0);
  pthread_create(&a, 0, shows, 0);
  pthread_create(&b, 0, writes, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
