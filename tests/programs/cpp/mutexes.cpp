// All kinds of mutexes and locks. A lock with a limit may fail.
// expect: => holds
// expect: -DALWAYS => violated assert
#include <cassert>
#include <chrono>
#include <mutex>
#include <shared_mutex>
#include <thread>

using namespace std::chrono_literals;

static int x, y, z, w;

int main() {
  std::mutex plain;
  std::recursive_mutex recursive;
  std::timed_mutex timed;
  std::shared_mutex shared;
  std::thread t([&] {
    {
      std::lock_guard a(recursive), b(recursive);
      x++;
    }
    if (timed.try_lock_for(1ms)) {
      y++;
      timed.unlock();
    }
    std::shared_lock l(shared);
    assert(w == 0 || w == 1);
  });
  {
    std::scoped_lock both(recursive, plain);
    x++;
  }
  {
    std::unique_lock l(timed, std::defer_lock);
    if (l.try_lock_until(std::chrono::steady_clock::now() + 1ms)) y++;
  }
  {
    std::unique_lock l(shared);
    w = 1;
  }
  t.join();
  std::unique_lock l(plain, std::try_to_lock);
  assert(l.owns_lock() && x == 2);
  std::recursive_timed_mutex both;
  both.lock();
  assert(both.try_lock_for(1ms));
  both.unlock();
  both.unlock();
  std::shared_timed_mutex last;
  last.lock_shared();
  assert(last.try_lock_shared() && !last.try_lock());
  last.unlock_shared();
  last.unlock_shared();
#ifdef ALWAYS
  assert(y == 2); //~ assert
#endif
}
