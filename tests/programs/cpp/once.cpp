// A function that is called once, and again if it throws.
// expect: => holds
// expect: -DTWICE => violated race
#include <cassert>
#include <mutex>
#include <thread>

static int calls, done;
static std::once_flag flag;

int main() {
#ifdef TWICE
  std::thread t([] { calls++, done++; });
#else
  std::thread t([] { std::call_once(flag, [] { calls++, done++; }); });
#endif
  try {
    std::call_once(flag, [] {
      calls++;
      throw 1;
    });
    assert(calls == 1);
  } catch (int) {
  }
  t.join();
  assert(done == 1 && calls <= 2);
}
