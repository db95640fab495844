// An exception that nobody catches.
// expect: => violated assert
// expect: -DTHREAD => violated assert
// expect: -DNOEXCEPT => violated assert
// expect: -DCAUGHT => holds
#include <stdexcept>
#include <thread>

static void work() { throw std::runtime_error("no such thing"); } //~ assert

#ifdef NOEXCEPT
static void quiet() noexcept { work(); } //~ assert
#endif

int main() {
#if defined(THREAD)
  std::thread t(work);
  t.join();
#elif defined(NOEXCEPT)
  try {
    quiet();
  } catch (...) {
  }
#elif defined(CAUGHT)
  try {
    work();
  } catch (std::exception &) {
  }
#else
  work();
#endif
}
