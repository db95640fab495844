// Two threads take two locks in opposite orders.
// expect: => violated deadlock
#include <mutex>
#include <thread>

struct Account {
  std::mutex mutex;
  int balance = 10;
};

static void transfer(Account &from, Account &to) {
  std::lock_guard first(from.mutex); //~ deadlock
  std::lock_guard second(to.mutex);  //~ deadlock
  from.balance--;
  to.balance++;
}

int main() {
  Account a, b;
  std::thread t([&] { transfer(a, b); });
  transfer(b, a);
  t.join();
}
