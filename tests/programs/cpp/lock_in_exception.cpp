// A lock_guard releases its mutex when an exception passes; a plain lock does not.
// expect: => holds
// expect: --reduction none => holds
// expect: -DBUG => violated deadlock
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex m;
static int count;

static void work() {
  try {
#ifdef BUG
    m.lock(); //~ deadlock
    count++;
    throw 1;
#else
    std::lock_guard<std::mutex> guard(m);
    count++;
    throw 1;
#endif
  } catch (int) {
  }
}

int main() {
  std::thread a(work), b(work);
  a.join(); //~ deadlock
  b.join();
  assert(count == 2);
}
