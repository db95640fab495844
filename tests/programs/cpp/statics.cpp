// A static variable of a function is initialised once, by whoever comes first; others wait. One
// whose initialisation throws is tried again.
// expect: => holds
// expect: --reduction none => holds
#include <cassert>
#include <thread>

static int made, tries;
struct Inner {
  int x;
  Inner() : x(++made) {}
};
struct Outer {
  int y;
  Outer();
};
static Inner &inner() {
  static Inner one;
  return one;
}
Outer::Outer() : y(inner().x + 1) {}
static Outer &outer() {
  static Outer one;
  return one;
}
static int fails_once() {
  static int value = tries++ == 0 ? throw 1 : 7;
  return value;
}

int main() {
  std::thread a([] { assert(outer().y == 2); });
  std::thread b([] { assert(inner().x == 1); });
  a.join();
  b.join();
  assert(made == 1);
  try {
    fails_once();
    assert(0);
  } catch (int) {
  }
  assert(fails_once() == 7 && tries == 2);
}
