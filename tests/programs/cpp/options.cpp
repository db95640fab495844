// Every level of optimisation, older and newer versions of the language, and without exceptions or types at run time.
// expect: => holds
// expect: -O0 => holds
// expect: -Og => holds
// expect: -O1 => holds
// expect: -O3 => holds
// expect: -Os => holds
// expect: -Oz => holds
// expect: -Ofast => holds
// expect: -std=c++11 => holds
// expect: -std=c++14 => holds
// expect: -std=c++20 => holds
// expect: -std=c++23 => holds
// expect: -- -fno-exceptions => holds
// expect: -- -fno-rtti => holds
// expect: -- -fno-exceptions -fno-rtti -fsanitize=address,undefined => holds
#include <cassert>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

struct Base {
  virtual int f() { return 1; }
  virtual ~Base() {}
};
struct Derived : Base {
  int f() override { return 2; }
};

int main() {
  std::mutex m;
  std::vector<int> v{1};
  std::thread t([&] {
    std::lock_guard<std::mutex> l(m);
    v.push_back(2);
  });
  {
    std::lock_guard<std::mutex> l(m);
    v.push_back(3);
  }
  t.join();
  std::unique_ptr<Base> b(new Derived);
  assert(v.size() == 3 && b->f() == 2);
}
