// What `new`, `new[]` and `malloc` made must be freed by what belongs to it.
// expect: => violated memory
// expect: -DMALLOC => violated memory
// expect: -DFREE => violated memory
// expect: -DRIGHT => holds
#include <cstdlib>
#include <memory>
#include <new>

struct Pair {
  int first = 1, second = 2;
  ~Pair() { first = 0; }
};

int main() {
#if defined MALLOC
  int *made = static_cast<int *>(std::malloc(sizeof(int)));
  delete made; //~ memory
#elif defined FREE
  int *made = new int(1);
  std::free(made); //~ memory
#elif defined RIGHT
  delete new Pair;
  delete[] new Pair[2];
  delete[] new int[2];
  std::free(std::malloc(4));
  std::unique_ptr<int[]> all(new int[3]);
  std::shared_ptr<Pair[]> pairs(new Pair[2]);
  ::operator delete(::operator new(8));
  ::operator delete[](::operator new[](8, std::nothrow), std::nothrow);
  void *wide = ::operator new(64, std::align_val_t(64));
  ::operator delete(wide, std::align_val_t(64));
  try {
    ::operator delete(::operator new(static_cast<std::size_t>(-1)));
  } catch (const std::bad_alloc &) { // made by malloc, inside of the operator
  }
#else
  std::shared_ptr<int> one(new int[3]); //~ memory
#endif
} //~ memory
