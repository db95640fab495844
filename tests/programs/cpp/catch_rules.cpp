// Which handler catches what: bases, virtual, private and ambiguous ones, pointers, qualifiers, nullptr.
// expect: => holds
// expect: -O2 => holds
// expect: --reduction none => holds
#include <cassert>
#include <cstddef>

struct Root { int root = 1; virtual ~Root() {} };
struct Left : virtual Root { int left = 2; };
struct Right : virtual Root { int right = 3; };
struct Diamond : Left, Right { int bottom = 4; };

struct Plain { int value = 5; };
struct One : Plain {};
struct Two : Plain {};
struct Both : One, Two {};
struct Hidden : private Plain {};
struct Second : One, Left { int own = 6; };

template <class Thrown, class Caught> bool catches(Thrown thrown) {
  try {
    throw thrown;
  } catch (Caught) {
    return true;
  } catch (...) {
    return false;
  }
}

int main() {
  try {
    throw Diamond();
  } catch (Root &r) {
    assert(r.root == 1 && dynamic_cast<Diamond &>(r).bottom == 4);
  }
  try {
    throw Second();
  } catch (Left &l) {
    assert(l.left == 2 && l.root == 1);
  }
  assert((catches<Diamond, Right &>(Diamond())));
  assert((catches<One, Plain>(One())));
  assert((!catches<Both, Plain &>(Both())));
  assert((!catches<Hidden, Plain &>(Hidden())));
  assert((!catches<int, long>(1)));

  Diamond d;
  try {
    throw &d;
  } catch (Root *r) {
    assert(r == &d && r->root == 1);
  }
  assert((catches<Diamond *, const Right *>(&d)));
  assert((!catches<const Diamond *, Right *>(&d)));
  assert((catches<Diamond *, void *>(&d)));
  assert((catches<Diamond *, Right *>(nullptr)));
  assert((catches<std::nullptr_t, Plain *>(nullptr)));
  assert((!catches<std::nullptr_t, int>(nullptr)));
  int *p = nullptr;
  assert((catches<int **, int *const *>(&p)));
  assert((!catches<int **, const int **>(&p)));
  assert((catches<int **, const int *const *>(&p)));
  assert((!catches<void (*)(), void *>(nullptr)));
}
