// pthread_exit runs the destructors of the functions it leaves, and no handler of a type.
// expect: => holds
#include <cassert>
#include <pthread.h>

static int cleaned;
struct Cleans {
  ~Cleans() { cleaned++; }
};
static void inner() {
  Cleans c;
  pthread_exit((void *)7);
}
static void *work(void *) {
  Cleans c;
  try {
    inner();
  } catch (int) {
    assert(0);
  }
  return nullptr;
}

int main() {
  pthread_t t;
  void *result;
  pthread_create(&t, nullptr, work, nullptr);
  pthread_join(t, &result);
  assert(cleaned == 2 && result == (void *)7);
}
