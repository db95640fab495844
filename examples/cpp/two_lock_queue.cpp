// Michael and Scott's two-lock queue: one lock for the head and one for the tail. A dummy node in front keeps them
// apart; only when the queue is empty do they meet, at the dummy's `next`, which must therefore be atomic.
//
//   -DPLAIN_NEXT  it is not
//
// expect: -std=c++20 => holds
// expect: -std=c++20 -- -DTHREADS='"E|D"' => holds
// expect: -std=c++20 --property leak => holds
// expect: -std=c++20 -- -DPLAIN_NEXT => violated race
#include "harness.hpp"
#include <atomic>
#include <memory>
#include <mutex>

class Queue {
 public:
  Queue() : head(new Node), tail(head) {}
  ~Queue() { delete head; }

  void insert(int value) {
    Node *fresh = new Node{value};
    std::lock_guard held(tail_lock);
    tail->next = fresh; //~ race
    tail = fresh;
  }

  bool take(int &value) {
    std::unique_ptr<Node> dummy;
    std::lock_guard held(head_lock);
    Node *first = head->next; //~ race
    if (!first) return false;
    value = first->value;
    dummy.reset(head);
    head = first; // the new dummy
    return true;
  }

 private:
  struct Node {
    int value = -1;
#ifdef PLAIN_NEXT
    Node *next = nullptr;
#else
    std::atomic<Node *> next = nullptr;
#endif
  };
  std::mutex head_lock, tail_lock;
  Node *head, *tail; // head is the dummy; its successor is the first element
};

int main() {
  Queue queue;
  run_threads(queue, THREADS);
}
