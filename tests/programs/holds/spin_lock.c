// A spin lock of one atomic exchange guards plain data.
// expect: => holds
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_flag taken = ATOMIC_FLAG_INIT;
static int total;

static void *add(void *unused) {
  for (int i = 0; i < 2; i++) {
    while (atomic_flag_test_and_set(&taken)) {
    }
    total++;
    atomic_flag_clear(&taken);
  }
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, add, NULL);
  pthread_create(&two, NULL, add, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  assert(total == 4);
  return 0;
}
