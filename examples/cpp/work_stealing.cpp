// A scheduler for coroutines: every worker has a deque of its own, takes from its back and steals from the front of
// the other's when it has nothing to do.
//
// -DBUG_STEAL looks at the other's deque without its lock.
// -DBUG_RESUME puts a coroutine into the deque before it is suspended: a thief may resume it too early.
//
// expect: -std=c++20 => holds
// expect: -std=c++20 -DBUG_STEAL => violated race
// expect: -std=c++20 -DBUG_RESUME => violated
#include <atomic>
#include <cassert>
#include <coroutine>
#include <deque>
#include <exception>
#include <mutex>
#include <thread>

struct Worker {
  std::mutex mutex;
  std::deque<std::coroutine_handle<>> ready;

  void push(std::coroutine_handle<> task) {
    std::lock_guard lock(mutex);
    ready.push_back(task);
  }
  std::coroutine_handle<> take() {
    std::lock_guard lock(mutex);
    if (ready.empty())
      return nullptr;
    auto task = ready.back();
    ready.pop_back();
    return task;
  }
  std::coroutine_handle<> steal() {
#ifdef BUG_STEAL
    if (ready.empty())
      return nullptr;
#endif
    std::lock_guard lock(mutex);
    if (ready.empty())
      return nullptr;
    auto task = ready.front();
    ready.pop_front();
    return task;
  }
};

static Worker workers[2];
static thread_local int self;
static std::atomic<int> unfinished{0};

// A coroutine that runs on whichever worker resumes it and destroys itself at the end.
struct Task {
  struct promise_type {
    Task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
  };
  std::coroutine_handle<> handle;
};

// Gives other tasks a chance: the coroutine goes back into the deque.
struct Yield {
#ifdef BUG_RESUME
  std::coroutine_handle<> me;
  bool await_ready() {
    workers[self].push(me);
    return false;
  }
  void await_suspend(std::coroutine_handle<>) {}
#else
  bool await_ready() { return false; }
  void await_suspend(std::coroutine_handle<> me) { workers[self].push(me); }
#endif
  void await_resume() {}
};

#ifdef BUG_RESUME
struct Self {
  std::coroutine_handle<> me;
  bool await_ready() { return false; }
  bool await_suspend(std::coroutine_handle<> handle) {
    me = handle;
    return false;
  }
  std::coroutine_handle<> await_resume() { return me; }
};
#endif

static Task count(int &steps) {
  steps++;
#ifdef BUG_RESUME
  co_await Yield{co_await Self{}};
#else
  co_await Yield{};
#endif
  steps++;
  unfinished.fetch_sub(1, std::memory_order_release);
}

static void work(int number) {
  self = number;
  for (;;) {
    auto task = workers[number].take();
    if (!task)
      task = workers[1 - number].steal();
    if (!task)
      return;
    task.resume();
  }
}

int main() {
  int steps = 0;
  unfinished = 1;
  workers[1].push(count(steps).handle);
  std::thread other(work, 1);
  work(0);
  other.join();
  assert(unfinished.load(std::memory_order_acquire) == 0 && steps == 2);
}
