// A semaphore and a latch order accesses to a plain variable.
// expect: -std=c++20 => holds
// expect: -std=c++20 --property race -DEARLY => violated race
#include <cassert>
#include <latch>
#include <semaphore>
#include <thread>

static int x;

int main() {
  std::binary_semaphore s(0);
  std::latch l(1);
  std::thread t([&] {
    x = 1;
    s.release();
    l.wait();
    x = 3;
  });
#ifndef EARLY
  s.acquire();
#endif
  assert(x == 1);
  x = 2;
  l.count_down();
  t.join();
  assert(x == 3);
}
