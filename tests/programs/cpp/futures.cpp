// Promises, futures, async and packaged tasks, with values and exceptions.
// expect: => holds
// expect: -DFORGOTTEN => violated deadlock
#include <cassert>
#include <future>
#include <stdexcept>

int main() {
  std::promise<int> promise;
  std::future<int> later = promise.get_future();
#ifdef FORGOTTEN
  std::thread t([] {});
#else
  std::thread t([&] { promise.set_value(7); });
#endif
  assert(later.get() == 7);
  t.join();
  auto failing = std::async(std::launch::async, []() -> int { throw std::runtime_error("x"); });
  try {
    failing.get();
    assert(0);
  } catch (std::runtime_error &) {
  }
  std::packaged_task<int(int)> task([](int x) { return x + 1; });
  auto result = task.get_future();
  task(1);
  assert(result.get() == 2);
}
