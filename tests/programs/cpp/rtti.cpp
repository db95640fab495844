// Types at run time, casts along and across virtual and multiple bases, pointers to members.
// expect: => holds
// expect: -O2 => holds
// expect: -DUNCAUGHT => violated assert
#include <cassert>
#include <string>
#include <typeindex>
#include <typeinfo>

struct V {
  virtual ~V() {}
};
struct A : virtual V {
  virtual int f() { return 1; }
};
struct B : virtual V {
  virtual int g() { return 2; }
};
struct C : A, B {
  int f() override { return 3; }
  int g() override { return 4; }
};
struct P {
  int x = 1;
  int m(int a) { return a + x; }
  virtual int w() { return 7; }
};
struct Q : P {
  int w() override { return 8; }
};

int main() {
  C c;
  V *v = &c;
  A *a = dynamic_cast<A *>(v);
  B *b = dynamic_cast<B *>(a);
  assert(a->f() == 3 && b->g() == 4 && dynamic_cast<void *>(b) == &c);
  assert(typeid(*v) == typeid(C) && std::string(typeid(*v).name()) == "1C");
  assert(std::type_index(typeid(int)) != std::type_index(typeid(long)));
  A plain;
  assert(!dynamic_cast<B *>(&plain));
#ifdef UNCAUGHT
  (void)dynamic_cast<B &>(plain);
#endif
  try {
    (void)dynamic_cast<B &>(plain);
    assert(0);
  } catch (std::bad_cast &) {
  }
  try {
    A *none = nullptr;
    (void)typeid(*none);
    assert(0);
  } catch (std::bad_typeid &) {
  }
  Q q;
  int (P::*f)(int) = &P::m, (P::*w)() = &P::w, P::*x = &P::x;
  assert((q.*f)(2) == 3 && (q.*w)() == 8 && q.*x == 1);
}
