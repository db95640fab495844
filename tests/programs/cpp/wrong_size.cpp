// What `new` made must be deleted as what it is: as another type of another size, or through a base without a virtual
// destructor, it is not.
// expect: => violated memory
// expect: -O2 => violated memory
// expect: -DPOINTER => violated memory
// expect: -DRIGHT --property assert,leak,memory => holds
#include <memory>
#include <new>
#include <string>
#include <vector>

struct Base {
  int kind = 1;
  ~Base() {}
};
struct Derived : Base {
  long more[4] = {};
};
struct Virtual {
  virtual ~Virtual() {}
};
struct Named : Virtual {
  std::string name = "a name that does not fit into the string itself";
};
struct Counted {
  int count = 1;
  ~Counted() { count = 0; }
};
struct Nothing {};

int main() {
#if defined RIGHT
  Virtual *named = new Named;
  delete named;
  std::shared_ptr<Base> shared = std::make_shared<Derived>();
  std::shared_ptr<Base> other(new Derived);
  delete[] new Counted[3];
  delete[] new Counted[0];
  delete new Nothing;
  std::vector<Named> names(3);
  names.resize(7);
  ::operator delete(::operator new(0), std::size_t(0));
#elif defined POINTER
  delete reinterpret_cast<char *>(new int(1)); //~ memory
#else
  Base *base = new Derived; // the compiler does not see what it is
  Base *volatile hidden = base;
  delete hidden; //~ memory
#endif
}
