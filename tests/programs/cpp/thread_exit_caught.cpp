// What pthread_exit and cancellation show to `catch (...)`: it runs, and must throw again.
// expect: => holds
// expect: -DKEPT => violated assert
// expect: -DNOEXCEPT => violated assert
#include <cassert>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int cleaned;
struct Cleans {
  ~Cleans() { cleaned++; }
};
#ifdef NOEXCEPT
static void leave() noexcept {
#else
static void leave() {
#endif
  Cleans c;
  pthread_exit((void *)7);
}
static void *work(void *) {
  Cleans c;
  pthread_mutex_lock(&m);
  try {
    try {
      leave();
    } catch (int) {
      assert(0);
    }
  } catch (...) {
    cleaned += 10;
    pthread_mutex_unlock(&m);
#ifndef KEPT
    throw;
#endif
  }
  return nullptr;
}

int main() {
  pthread_t t;
  void *result;
  pthread_create(&t, nullptr, work, nullptr);
  pthread_join(t, &result);
  assert(cleaned == 12 && result == (void *)7);
  // It was given back.
  pthread_mutex_lock(&m);
}
