// A thread waits for an atomic variable to change. Who changes it must say so.
// expect: -std=c++20 => holds
// expect: -std=c++20 -DBUG => violated deadlock
#include <atomic>
#include <thread>

static std::atomic<int> value{0};

int main() {
  std::thread t([] {
    value = 1;
#ifndef BUG
    value.notify_one();
#endif
  });
  value.wait(0); //~ deadlock
  t.join();
}
