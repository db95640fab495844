// A bounded queue for many producers and consumers, after Dmitry Vyukov.
//
// Every cell has a sequence number that says whose turn it is: `position` when it may be written, `position + 1` when
// it may be read. Threads take a position by compare-and-exchange and then have the cell for themselves.
//
// -DBUG_EARLY gives a cell back before its value is read: a producer may write it at the same time.
// -DBUG_CLAIM takes a position with a load and a store: two producers may get the same cell.
//
// expect: => holds
// expect: --property race -DBUG_EARLY => violated race
// expect: -DBUG_CLAIM => violated
#include <atomic>
#include <cassert>
#include <cstddef>
#include <thread>

template <class T, std::size_t N> class Queue {
  struct Cell {
    std::atomic<std::size_t> turn;
    T value;
  };
  Cell cells[N];
  std::atomic<std::size_t> head{0}, tail{0};

  // Takes the position that `at` stands at, if it is still there.
  static bool claim(std::atomic<std::size_t> &position, std::size_t &at) {
#ifdef BUG_CLAIM
    if (position.load(std::memory_order_relaxed) != at) {
      at = position.load(std::memory_order_relaxed);
      return false;
    }
    position.store(at + 1, std::memory_order_relaxed);
    return true;
#else
    return position.compare_exchange_strong(at, at + 1, std::memory_order_relaxed);
#endif
  }

public:
  Queue() {
    for (std::size_t i = 0; i < N; i++)
      cells[i].turn.store(i, std::memory_order_relaxed);
  }

  bool push(T value) {
    std::size_t at = tail.load(std::memory_order_relaxed);
    for (;;) {
      Cell &cell = cells[at % N];
      std::size_t turn = cell.turn.load(std::memory_order_acquire);
      if (turn == at) {
        if (claim(tail, at)) {
          cell.value = value;
          cell.turn.store(at + 1, std::memory_order_release);
          return true;
        }
      } else if (turn < at) {
        return false; // full
      } else {
        at = tail.load(std::memory_order_relaxed);
      }
    }
  }

  bool pop(T &value) {
    std::size_t at = head.load(std::memory_order_relaxed);
    for (;;) {
      Cell &cell = cells[at % N];
      std::size_t turn = cell.turn.load(std::memory_order_acquire);
      if (turn == at + 1) {
        if (claim(head, at)) {
#ifdef BUG_EARLY
          cell.turn.store(at + N, std::memory_order_release);
          value = cell.value;
#else
          value = cell.value;
          cell.turn.store(at + N, std::memory_order_release);
#endif
          return true;
        }
      } else if (turn < at + 1) {
        return false; // empty
      } else {
        at = head.load(std::memory_order_relaxed);
      }
    }
  }
};

static Queue<int, 2> queue;

int main() {
  int sum = 0, pushed = 0, value;
  bool second = false;
  std::thread a([&] {
    for (int i : {1, 2})
      if (queue.push(i))
        pushed += i;
  });
  std::thread b([&] { second = queue.push(4); });
  if (queue.pop(value))
    sum += value;
  a.join();
  b.join();
  while (queue.pop(value))
    sum += value;
  assert(sum == pushed + (second ? 4 : 0));
}
