// A destructor that joins the thread that calls the object's virtual functions. It begins with
// writing the table of virtual functions that is there already: no race, unlike that of the base class.
// expect: => holds
// expect: -O2 => holds
// expect: -DIN_BASE => violated race
// expect: -DIN_BASE -O2 => violated race
#include <cassert>
#include <thread>

struct Base {
  std::thread t;
  virtual ~Base() { stop(); }
  virtual int value() = 0;
  void start() {
    t = std::thread([this] { assert(value() == 1); });
  }
  void stop() {
    if (t.joinable())
      t.join();
  }
};
struct Derived : Base {
  int value() override { return 1; }
#ifndef IN_BASE
  ~Derived() { stop(); }
#endif
};

int main() {
  Derived d;
  d.start();
}
