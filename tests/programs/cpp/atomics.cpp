// Atomic references, atomic use of a shared_ptr, atomic floats and structures.
// expect: -std=c++20 => holds
// expect: -std=c++20 -DPLAIN => violated race
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

struct Pair {
  int a, b;
};
struct Wide {
  long a, b, c;
};

static int x;

int main() {
  auto p = std::make_shared<int>(1);
  std::thread t([&] {
#ifdef PLAIN
    x++;
#else
    std::atomic_ref(x).fetch_add(1);
#endif
    std::atomic_store(&p, std::make_shared<int>(2));
  });
  std::atomic_ref(x).fetch_add(1);
  auto q = std::atomic_load(&p);
  assert(*q == 1 || *q == 2);
  t.join();
  assert(x == 2 && *p == 2);
  std::atomic<double> d(1.5);
  d.fetch_add(1);
  assert(d == 2.5);
  std::atomic<Pair> pair(Pair{1, 2});
  Pair expected = pair;
  assert(pair.compare_exchange_strong(expected, Pair{3, 4}) && pair.load().b == 4);
  std::atomic<Wide> wide(Wide{1, 2, 3});
  wide.store(Wide{4, 5, 6});
  assert(wide.load().c == 6);
  std::atomic_flag flag;
  assert(!flag.test_and_set() && flag.test());
}
