// Michael and Scott's lock-free queue.
//
// The tail may lag behind by one node; whoever notices helps it on. Removed nodes are kept until the queue ends,
// because another thread may still look at them.
//
//   -DFREE_EARLY  they are freed at once
//
// expect: -std=c++20 => holds
// expect: -std=c++20 -- -DTHREADS='"E|D"' => holds
// expect: -std=c++20 --property leak -- -DTHREADS='"E|D"' => holds
// expect: -std=c++20 -- -DFREE_EARLY -DTHREADS='"E|E|D"' => violated
#include "harness.hpp"
#include <atomic>

class Queue {
 public:
  Queue() { first = head = tail = new Node; }

  ~Queue() {
#ifdef FREE_EARLY
    first = head;
#endif
    while (first) {
      Node *next = first->next;
      delete first;
      first = next;
    }
  }

  void insert(int value) {
    Node *fresh = new Node{value};
    for (;;) {
      Node *last = tail, *next = last->next; //~ race memory
      if (next) {
        tail.compare_exchange_strong(last, next); // help the slow one
      } else if (last->next.compare_exchange_strong(next, fresh)) { //~ race memory
        tail.compare_exchange_strong(last, fresh);
        return;
      }
    }
  }

  bool take(int &value) {
    for (;;) {
      Node *dummy = head, *last = tail, *next = dummy->next; //~ race memory
      if (dummy != head) continue;
      if (!next) return false;
      if (dummy == last) {
        tail.compare_exchange_strong(last, next);
        continue;
      }
      value = next->value; //~ race memory
      if (head.compare_exchange_strong(dummy, next)) {
#ifdef FREE_EARLY
        delete dummy; //~ race
#endif
        return true;
      }
    }
  }

 private:
  struct Node {
    int value = -1;
    std::atomic<Node *> next = nullptr;
  };
  std::atomic<Node *> head, tail; // head is a dummy; its successor is the first element
  Node *first;                    // the oldest node, removed or not
};

int main() {
  Queue queue;
  run_threads(queue, THREADS);
}
