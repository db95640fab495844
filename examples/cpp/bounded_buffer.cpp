// A buffer of CAPACITY places between producers and consumers, with a mutex and two condition variables.
//
//   -DHASTY          waits once instead of until there is place or an item
//   -DONE_CONDITION  producers and consumers wait on the same condition variable, and one of them is woken
//
// expect: -std=c++20 => holds
// expect: -std=c++20 -- -DCAPACITY=2 -DITEMS=2 -DPRODUCERS=1 -DCONSUMERS=1 => holds
// expect: -std=c++20 -- -DHASTY => violated assert
// expect: -std=c++20 -- -DONE_CONDITION => violated deadlock
#include <array>
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

#ifndef CAPACITY
#define CAPACITY 1
#endif
#ifndef PRODUCERS
#define PRODUCERS 2
#endif
#ifndef CONSUMERS
#define CONSUMERS 2
#endif
#ifndef ITEMS // each producer makes so many, and each consumer takes so many
#define ITEMS 1
#endif
static_assert(PRODUCERS == CONSUMERS, "what is produced must be what is consumed");

template <class T, int Capacity>
class Buffer {
 public:
  void put(T item) {
    std::unique_lock held(lock);
    until(not_full, held, [this] { return count < Capacity; });
    assert(count < Capacity); //~ assert
    items[(first + count++) % Capacity] = item;
    may_take().notify_one();
  }

  T take() {
    std::unique_lock held(lock);
    until(may_take(), held, [this] { return count > 0; });
    assert(count > 0); //~ assert
    T item = items[first];
    first = (first + 1) % Capacity;
    count--;
    not_full.notify_one();
    return item;
  }

 private:
  std::condition_variable &may_take() {
#ifdef ONE_CONDITION
    return not_full;
#else
    return not_empty;
#endif
  }

  template <class Condition>
  static void until(std::condition_variable &changed, std::unique_lock<std::mutex> &held, Condition condition) {
#ifdef HASTY
    if (!condition()) changed.wait(held);
#else
    changed.wait(held, condition); //~ deadlock
#endif
  }

  std::mutex lock;
  std::condition_variable not_full, not_empty;
  std::array<T, Capacity> items{};
  int first = 0, count = 0;
};

static Buffer<int, CAPACITY> buffer;

int main() {
  std::thread producers[PRODUCERS], consumers[CONSUMERS];
  int sums[CONSUMERS] = {}, total = 0;
  for (std::thread &producer : producers)
    producer = std::thread([] {
      for (int i = 1; i <= ITEMS; i++) buffer.put(i);
    });
  for (int i = 0; i < CONSUMERS; i++)
    consumers[i] = std::thread([&sum = sums[i]] {
      for (int k = 0; k < ITEMS; k++) sum += buffer.take();
    });
  for (std::thread &producer : producers) producer.join(); //~ deadlock
  for (std::thread &consumer : consumers) consumer.join(); //~ deadlock
  for (int sum : sums) total += sum;
  assert(total == PRODUCERS * ITEMS * (ITEMS + 1) / 2);
}
