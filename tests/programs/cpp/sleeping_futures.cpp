// Tasks that sleep until a time of a clock, and waits for them with and without a limit of the system's clock. What
// the clocks say is the same at all times, so it makes no states of its own.
// expect: => holds
// expect: -DONCE => violated assert
#include <cassert>
#include <chrono>
#include <future>
#include <thread>

using namespace std::chrono;

int main() {
  auto first = std::async(std::launch::async, [] {
    std::this_thread::sleep_until(system_clock::now() + 5ms);
    return 3;
  });
  auto second = std::async(std::launch::async, [] {
    std::this_thread::sleep_until(steady_clock::now() + 5ms);
    return 4;
  });
  auto limit = [] { return system_clock::now() + 1ms; };
#ifdef ONCE
  assert(first.wait_until(limit()) == std::future_status::ready); //~ assert
#else
  while (first.wait_until(limit()) == std::future_status::timeout) {
  }
#endif
  assert(first.get() + second.get() == 7);
}
