// A barrier with a completion, one that is left, and a semaphore that counts.
// expect: -std=c++20 => holds
// expect: -std=c++20 -DSTAYS => violated deadlock
#include <barrier>
#include <cassert>
#include <semaphore>
#include <thread>

static int phases;

int main() {
  auto complete = []() noexcept { phases++; };
  std::barrier<decltype(complete)> b(2, complete);
  std::thread t([&] {
    b.arrive_and_wait();
#ifndef STAYS
    b.arrive_and_drop();
#endif
  });
  b.arrive_and_wait();
  b.arrive_and_wait();
  b.arrive_and_wait();
  t.join();
  assert(phases == 3);
  std::counting_semaphore<4> s(2);
  s.acquire();
  assert(s.try_acquire() && !s.try_acquire());
  s.release(2);
  assert(s.try_acquire_for(std::chrono::milliseconds(1)));
}
