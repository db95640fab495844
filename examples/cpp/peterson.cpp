// Peterson's mutual exclusion for two threads, as a class that std::lock_guard could use if it took a number.
//
//   -DLATE_WISH  a thread lets the other go first before it says that it wants in
//
// expect: -std=c++20 => holds
// expect: -std=c++20 -- -DROUNDS=2 => holds
// expect: -std=c++20 -- -DLATE_WISH => violated
#include <atomic>
#include <cassert>
#include <thread>

#ifndef ROUNDS
#define ROUNDS 1
#endif

class Peterson {
 public:
  void lock(int me) {
    int other = 1 - me;
#ifdef LATE_WISH
    precedence = other;
    wants[me] = true;
#else
    wants[me] = true;
    precedence = other;
#endif
    while (wants[other] && precedence == other) {
    }
  }
  void unlock(int me) { wants[me] = false; }

 private:
  std::atomic<bool> wants[2] = {};
  std::atomic<int> precedence = 0;
};

static Peterson gate;
static int inside, visits;

static void worker(int me) {
  for (int round = 0; round < ROUNDS; round++) {
    gate.lock(me);
    inside++;            //~ race
    assert(inside == 1); //~ race
    visits++;
    inside--;
    gate.unlock(me);
  }
}

int main() {
  std::thread first(worker, 0), second(worker, 1);
  first.join();
  second.join();
  assert(visits == 2 * ROUNDS);
}
