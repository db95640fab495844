// The flag is set and the signal sent without the mutex: the waiter may miss it.
// expect: => violated deadlock
// expect: --reduction none => violated deadlock
// expect: -DLOCKED => holds
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex m;
static std::condition_variable c;
static std::atomic<bool> ready{false};

int main() {
  std::thread t([] {
#ifdef LOCKED
    std::lock_guard<std::mutex> guard(m);
#endif
    ready = true;
    c.notify_one();
  });
  {
    std::unique_lock<std::mutex> lock(m);
    while (!ready)
      c.wait(lock); //~ deadlock
  }
  t.join();
}
