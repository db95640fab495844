// Replaced operators new and delete are used, also by the library and by new[].
// expect: => holds
#include <cassert>
#include <cstdlib>
#include <new>
#include <vector>

static int live;
void *operator new(std::size_t size) {
  live++;
  void *p = std::malloc(size ? size : 1);
  if (!p)
    throw std::bad_alloc();
  return p;
}
void operator delete(void *p) noexcept {
  if (p)
    live--;
  std::free(p);
}
void operator delete(void *p, std::size_t) noexcept { operator delete(p); }

struct alignas(64) Wide {
  int x = 1;
};

int main() {
  int *a = new int(1);
  int *b = new int[4];
  assert(live == 2);
  delete a;
  delete[] b;
  assert(live == 0);
  {
    std::vector<int> v(3);
    assert(live == 1);
  }
  assert(live == 0);
  Wide *w = new Wide;
  assert(reinterpret_cast<unsigned long>(w) % 64 == 0 && w->x == 1);
  delete w;
  alignas(int) char room[sizeof(int)];
  int *placed = new (room) int(9);
  assert(*placed == 9);
  try {
    (void)new char[static_cast<std::size_t>(1) << 46];
    assert(0);
  } catch (std::bad_alloc &) {
  }
}
