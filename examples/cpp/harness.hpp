// harness.hpp - exercises a queue of int from several threads and checks that nothing is lost, nothing comes out
// twice, and nothing overtakes. What ../harness.h does for C: THREADS says who does what, "EE|DD" is one thread
// that inserts twice and one that removes twice.
//
// A queue has `void insert(int)` and `bool take(int &)`, which is false if the queue was empty.
#pragma once
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <thread>

#ifndef THREADS
#define THREADS "EE|DD"
#endif

inline constexpr int MAX_THREADS = 8, MAX_STEPS = 8;

struct Worker {
  std::thread thread;
  std::string_view operations;
  std::uint64_t taken = 0; // bit v: this thread has removed the value v

  // The k-th value that thread i inserts is i * MAX_STEPS + k, so the values of one producer ascend.
  void account(int value) {
    assert(0 <= value && value < MAX_THREADS * MAX_STEPS);
    std::uint64_t from_there_on = taken >> value;
    assert(!(from_there_on & 1) && "taken twice");
    int later_siblings = MAX_STEPS - value % MAX_STEPS;
    assert(!(from_there_on & ((std::uint64_t{1} << later_siblings) - 1)) && "overtaken");
    taken |= std::uint64_t{1} << value;
  }

  template <class Queue>
  void work(Queue &queue, int next) {
    int value;
    for (char operation : operations)
      if (operation == 'E')
        queue.insert(next++);
      else if (queue.take(value))
        account(value);
  }
};

// Starts a thread for each part of the plan, waits for all, empties the queue and checks the sum.
template <class Queue>
void run_threads(Queue &queue, std::string_view plan) {
  static Worker workers[MAX_THREADS];
  std::uint64_t inserted = 0, removed = 0;
  int count = 0, value;
  for (;; count++) {
    assert(count < MAX_THREADS - 1);
    std::size_t end = plan.find('|');
    workers[count].operations = plan.substr(0, end);
    int next = count * MAX_STEPS;
    for (char operation : workers[count].operations)
      if (operation == 'E') inserted |= std::uint64_t{1} << next++;
    if (end == plan.npos) break;
    plan.remove_prefix(end + 1);
  }
  count++;
  for (int i = 0; i < count; i++)
    workers[i].thread = std::thread([&queue, i] { workers[i].work(queue, i * MAX_STEPS); });
  for (int i = 0; i < count; i++) workers[i].thread.join();

  Worker &rest = workers[count];
  while (queue.take(value)) rest.account(value);
  for (int i = 0; i <= count; i++) {
    assert(!(removed & workers[i].taken) && "taken by two threads");
    removed |= workers[i].taken;
  }
  assert(removed == inserted);
}
