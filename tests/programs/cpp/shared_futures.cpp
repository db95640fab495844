// Shared futures, broken promises, deferred calls, references, a task in a thread.
// expect: => holds
// expect: -DUNCAUGHT => violated assert
#include <cassert>
#include <future>
#include <stdexcept>
#include <thread>

int main() {
  std::promise<void> p;
  std::shared_future<void> f = p.get_future().share();
  std::thread t([f] { f.wait(); });
  p.set_value();
  f.get();
  t.join();
  std::future<int> broken;
  {
    std::promise<int> promise;
    broken = promise.get_future();
  }
#ifdef UNCAUGHT
  (void)broken.get();
#endif
  try {
    (void)broken.get();
    assert(0);
  } catch (std::future_error &e) {
    assert(e.code() == std::future_errc::broken_promise);
  }
  auto later = std::async(std::launch::deferred, [] { return 5; });
  assert(later.wait_for(std::chrono::seconds(0)) == std::future_status::deferred);
  assert(later.get() == 5);
  int target = 3;
  std::promise<int &> reference;
  reference.set_value(target);
  assert(&reference.get_future().get() == &target);
  std::packaged_task<int(int)> task([](int a) { return 2 * a; });
  auto result = task.get_future();
  std::thread worker(std::move(task), 4);
  assert(result.get() == 8);
  worker.join();
}
