// A lock-free ring for one producer and one consumer.
//
// Each side owns one index and publishes it with a release store; the other reads it with an acquire load. One slot
// stays empty, so that a full ring differs from an empty one. Elements are not atomic: the indices order the accesses.
//
// -DBUG_FULL forgets the empty slot: a full ring looks empty, and elements are lost.
// -DBUG_PUBLISH publishes a slot before it is written: the consumer reads it at the same time.
//
// expect: => holds
// expect: -DBUG_FULL => violated
// expect: -DBUG_PUBLISH => violated race
#include <array>
#include <atomic>
#include <cassert>
#include <cstddef>
#include <optional>
#include <thread>

template <class T, std::size_t N> class Ring {
  std::array<T, N> slots{};
  std::atomic<std::size_t> head{0}; // the next to be read
  std::atomic<std::size_t> tail{0}; // the next to be written

public:
  bool push(const T &value) {
    std::size_t at = tail.load(std::memory_order_relaxed);
    std::size_t next = (at + 1) % N;
#ifndef BUG_FULL
    if (next == head.load(std::memory_order_acquire))
      return false;
#endif
#ifdef BUG_PUBLISH
    tail.store(next, std::memory_order_release);
    slots[at] = value;
#else
    slots[at] = value;
    tail.store(next, std::memory_order_release);
#endif
    return true;
  }

  std::optional<T> pop() {
    std::size_t at = head.load(std::memory_order_relaxed);
    if (at == tail.load(std::memory_order_acquire))
      return std::nullopt;
    T value = slots[at];
    head.store((at + 1) % N, std::memory_order_release);
    return value;
  }
};

int main() {
  static Ring<int, 3> ring;
  int pushed = 0;
  std::thread producer([&] {
    for (int i = 1; i <= 3; i++)
      if (ring.push(pushed + 1))
        pushed++;
  });
  int expected = 1;
  for (int i = 0; i < 3; i++)
    if (auto value = ring.pop())
      assert(*value == expected++);
  producer.join();
  while (auto value = ring.pop())
    assert(*value == expected++);
  assert(expected == pushed + 1);
}
