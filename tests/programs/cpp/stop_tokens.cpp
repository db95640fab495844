// A thread that is asked to stop, and a wait that the request ends. A callback that is taken back before its turn is
// not called.
// expect: -std=c++20 => holds
// expect: -std=c++20 -DALWAYS => violated assert
#include <atomic>
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>

static std::atomic<int> called;

int main() {
  std::mutex m;
  std::condition_variable_any c;
  {
    std::jthread t([&](std::stop_token token) {
      std::stop_callback callback(token, [] { called = 1; });
      std::unique_lock l(m);
      assert(!c.wait(l, token, [] { return false; }));
    });
  }
#ifdef ALWAYS
  assert(called == 1); //~ assert
#endif
  std::stop_source source;
  assert(source.request_stop() && !source.request_stop());
}
