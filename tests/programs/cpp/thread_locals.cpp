// Thread-local variables with destructors: they run when their thread ends, the last first; those of
// the first thread before static ones.
// expect: => holds
// expect: --reduction none => holds
// expect: -DKEPT => violated memory
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> gone{0};
struct Counted {
  int id = 0;
  ~Counted() { gone++; }
};
struct Last {
  ~Last() { assert(gone == 3); }
};
static Last last;
static thread_local Counted one, two;
static Counted *kept;

int main() {
  std::thread t([] {
    one.id = 1;
    kept = &one;
    two.id = 2;
  });
  t.join();
  assert(gone == 2 || gone == 1);
#ifdef KEPT
  kept->id = 2; //~ memory
#endif
  gone = 1;
  one.id = 3;
}
