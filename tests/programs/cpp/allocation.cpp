// Operators new and delete: replaced, of a class, aligned, placed, without exceptions, and too much.
// expect: -std=c++20 => holds
// expect: -std=c++20 -DTWICE => violated memory
#include <cassert>
#include <cstdlib>
#include <new>
#include <memory>
static int n, d;
void *operator new(std::size_t s) { n++; void *p = std::malloc(s); if (!p) throw std::bad_alloc(); return p; }
void operator delete(void *p) noexcept { d++; std::free(p); }
void operator delete(void *p, std::size_t) noexcept { d++; std::free(p); }
struct alignas(64) W { char c[64]; };
struct T { int v; T() { throw 1; } };
struct C { static void *operator new(std::size_t s) { return ::operator new(s); } static void operator delete(void *p) { ::operator delete(p); } };
int main() {
  delete new int;
  assert(n == 1 && d == 1);
  try { new T; } catch (int) {}
  assert(n == 2 && d == 2);
  delete[] new int[3];
  assert(n == 3);
  delete new C;
  assert(n == 4);
  W *w = new W;
  assert(((std::size_t)w & 63) == 0);
  delete w;
  int *p = new (std::nothrow) int(3);
  delete p;
#ifdef TWICE
  delete p;
#endif
  alignas(int) char buf[4];
  int *q = new (buf) int(5);
  assert(*std::launder(q) == 5);
  std::destroy_at(q);
  try { volatile long k = -1; new int[k]; assert(0); } catch (std::bad_alloc &) {}
  std::unique_ptr<void, void (*)(void *)> al(std::aligned_alloc(64, 64), std::free);
  void *x = ::operator new(16, std::align_val_t(32));
  ::operator delete(x, std::align_val_t(32));
}
