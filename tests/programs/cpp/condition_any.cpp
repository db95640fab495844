// A condition variable for any lock, waits with a limit, and a notification at the end of a thread.
// expect: => holds
// expect: -DSILENT => violated deadlock
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

static bool ready, gone;

int main() {
  std::recursive_mutex r;
  std::condition_variable_any any;
  std::mutex m;
  std::condition_variable c;
  std::thread t([&] {
    {
      std::unique_lock l(r);
      ready = true;
  #ifndef SILENT
    any.notify_one();
#endif
    }
    std::unique_lock l(m);
    gone = true;
    std::notify_all_at_thread_exit(c, std::move(l));
  });
  {
    std::unique_lock l(r);
    any.wait(l, [] { return ready; });
  }
  {
    std::unique_lock l(m);
    c.wait_for(l, std::chrono::milliseconds(1));
    c.wait(l, [] { return gone; });
  }
  t.join();
}
