// N dining philosophers. With std::scoped_lock, which takes both forks or none, everybody eats.
//
//   -DLEFT_FIRST  each takes the left fork, then the right one
//
// expect: -std=c++20 => holds
// expect: -std=c++20 -- -DLEFT_FIRST => violated deadlock
// expect: -std=c++20 -- -DLEFT_FIRST -DN=5 => violated deadlock
#include <array>
#include <mutex>
#include <thread>
#include <vector>

#ifndef N
#define N 3
#endif

static std::array<std::mutex, N> forks;
static std::array<int, N> meals;

static void philosopher(int me) {
  std::mutex &left = forks[me], &right = forks[(me + 1) % N];
#ifdef LEFT_FIRST
  std::lock_guard one(left);
  std::lock_guard other(right); //~ deadlock
#else
  std::scoped_lock both(left, right);
#endif
  meals[me]++;
}

int main() {
  std::vector<std::thread> threads;
  for (int i = 0; i < N; i++) threads.emplace_back(philosopher, i);
  for (std::thread &thread : threads) thread.join();
}
