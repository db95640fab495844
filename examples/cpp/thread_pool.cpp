// A pool of worker threads that gives futures for what it is asked to do.
//
// -DBUG_NOTIFY notifies a worker before the task is in the queue and without the lock: it may sleep forever.
// -DBUG_DRAIN lets workers go home as soon as the pool closes, with tasks left: their futures break.
//
// expect: => holds
// expect: -DBUG_NOTIFY => violated deadlock
// expect: -DBUG_DRAIN => violated assert
#include <cassert>
#include <condition_variable>
#include <deque>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

class Pool {
  std::mutex mutex;
  std::condition_variable work;
  std::deque<std::function<void()>> tasks;
  bool closed = false;
  std::vector<std::thread> workers;

  void run() {
    for (;;) {
      std::function<void()> task;
      {
        std::unique_lock lock(mutex);
        while (tasks.empty() && !closed)
          work.wait(lock);
#ifdef BUG_DRAIN
        if (closed)
          return;
#else
        if (tasks.empty())
          return;
#endif
        task = std::move(tasks.front());
        tasks.pop_front();
      }
      task();
    }
  }

public:
  explicit Pool(int count) {
    for (int i = 0; i < count; i++)
      workers.emplace_back(&Pool::run, this);
  }

  template <class F> auto submit(F f) -> std::future<decltype(f())> {
    auto task = std::make_shared<std::packaged_task<decltype(f())()>>(std::move(f));
    auto result = task->get_future();
#ifdef BUG_NOTIFY
    work.notify_one();
#endif
    std::lock_guard lock(mutex);
    tasks.emplace_back([task] { (*task)(); });
#ifndef BUG_NOTIFY
    work.notify_one();
#endif
    return result;
  }

  ~Pool() {
    {
      std::lock_guard lock(mutex);
      closed = true;
    }
    work.notify_all();
    for (auto &worker : workers)
      worker.join();
  }
};

int main() {
  std::future<int> answer;
  {
    Pool pool(1);
    answer = pool.submit([] { return 42; });
#ifdef BUG_NOTIFY
    assert(answer.get() == 42);
    return 0;
#endif
  }
  assert(answer.get() == 42);
}
