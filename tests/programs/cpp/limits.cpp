// Waits with a limit: both ends are possible, whichever clock the limit is of.
// expect: => holds
// expect: -DREADY => violated assert
// expect: -DLATE => violated assert
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <future>
#include <mutex>
#include <thread>

using namespace std::chrono_literals;

int main() {
  std::mutex m;
  std::condition_variable c;
  std::promise<int> p;
  auto f = p.get_future();
  bool ready = false;
  std::thread t([&] {
    p.set_value(1);
    std::lock_guard<std::mutex> l(m);
    ready = true;
    c.notify_one();
  });
  bool timely = f.wait_for(1ms) == std::future_status::ready;
  std::unique_lock<std::mutex> l(m);
  auto limit = std::chrono::system_clock::now() + 1ms;
  bool told = c.wait_until(l, limit, [&] { return ready; });
  assert(told == ready);
  l.unlock();
  t.join();
#ifdef READY
  assert(timely && told); //~ assert
#endif
#ifdef LATE
  assert(!timely && !told); //~ assert
#endif
}
