// Coroutines that yield, throw and wait for each other.
// expect: -std=c++20 => holds
// expect: -std=c++20 -O2 => holds
#include <cassert>
#include <coroutine>
#include <exception>

struct Numbers {
  struct promise_type {
    int value;
    std::exception_ptr thrown;
    Numbers get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int x) { return value = x, std::suspend_always(); }
    void return_void() {}
    void unhandled_exception() { thrown = std::current_exception(); }
  };
  std::coroutine_handle<promise_type> h;
  ~Numbers() { h.destroy(); }
  bool next() {
    h.resume();
    if (h.promise().thrown) std::rethrow_exception(h.promise().thrown);
    return !h.done();
  }
};

struct Task {
  struct promise_type {
    int result;
    std::coroutine_handle<> waiting = std::noop_coroutine();
    struct Last : std::suspend_always {
      std::coroutine_handle<> await_suspend(std::coroutine_handle<promise_type> h) noexcept {
        return h.promise().waiting;
      }
    };
    Task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() { return {}; }
    Last final_suspend() noexcept { return {}; }
    void return_value(int x) { result = x; }
    void unhandled_exception() { std::terminate(); }
  };
  std::coroutine_handle<promise_type> h;
  ~Task() { h.destroy(); }
  bool await_ready() { return false; }
  std::coroutine_handle<> await_suspend(std::coroutine_handle<> waiting) {
    h.promise().waiting = waiting;
    return h;
  }
  int await_resume() { return h.promise().result; }
};

static Numbers count(int n) {
  for (int i = 0; i < n; i++) co_yield i;
  throw 7;
}
static Task leaf(int x) { co_return x * 2; }
static Task node() { co_return co_await leaf(3) + co_await leaf(4); }

int main() {
  Numbers numbers = count(3);
  int sum = 0;
  try {
    while (numbers.next()) sum += numbers.h.promise().value;
    assert(0);
  } catch (int thrown) {
    assert(thrown == 7 && sum == 3);
  }
  Task task = node();
  task.h.resume();
  assert(task.h.done() && task.h.promise().result == 14);
}
