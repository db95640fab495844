// A task that sleeps until a time of the system's clock, and waits for it with and without such a limit. What the clock
// says is the same at all times, so it makes no states of its own.
// expect: => holds
// expect: -DONCE => violated assert
#include <cassert>
#include <chrono>
#include <future>
#include <thread>

using namespace std::chrono;

int main() {
  auto task = std::async(std::launch::async, [] {
    std::this_thread::sleep_until(system_clock::now() + 5ms);
    return 3;
  });
  auto limit = [] { return system_clock::now() + 1ms; };
#ifdef ONCE
  assert(task.wait_until(limit()) == std::future_status::ready); //~ assert
#else
  while (task.wait_until(limit()) == std::future_status::timeout) {
  }
#endif
  assert(task.get() == 3);
}
