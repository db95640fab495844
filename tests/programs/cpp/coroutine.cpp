// A coroutine as a generator.
// expect: -std=c++20 => holds
// expect: -std=c++20 -O2 => holds
// expect: -std=c++20 -DGONE => violated memory
#include <cassert>
#include <coroutine>

struct Numbers {
  struct promise_type {
    int value;
    Numbers get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int v) {
      value = v;
      return {};
    }
    void return_void() {}
    void unhandled_exception() { assert(0); }
  };
  std::coroutine_handle<promise_type> handle;
  ~Numbers() { handle.destroy(); }
  bool next() {
    handle.resume();
    return !handle.done();
  }
};

static Numbers count(int n) {
  for (int i = 0; i < n; i++)
    co_yield i;
}

int main() {
  Numbers numbers = count(3);
  int sum = 0;
  while (numbers.next())
    sum += numbers.handle.promise().value;
  assert(sum == 3);
#ifdef GONE
  std::coroutine_handle<Numbers::promise_type> kept;
  {
    Numbers few = count(1);
    kept = few.handle;
  }
  kept.resume(); //~ memory
#endif
}
