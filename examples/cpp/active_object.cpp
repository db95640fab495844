// An active object: an account whose methods are messages to its own thread. Callers share nothing with it but the
// mailbox, and wait for answers through promises.
//
// -DBUG_ORDER closes the mailbox at the front: messages that came before are dropped, and a promise breaks.
// -DBUG_SHARED reads the balance in the caller's thread.
//
// expect: => holds
// expect: -DBUG_ORDER => violated assert
// expect: --property race -DBUG_SHARED => violated race
#include <cassert>
#include <condition_variable>
#include <future>
#include <list>
#include <memory>
#include <mutex>
#include <thread>
#include <variant>

struct Deposit {
  int amount;
};
struct Query {
  std::promise<int> answer;
};
struct Close {};

class Account {
  using Message = std::variant<Deposit, Query, Close>;
  std::mutex mutex;
  std::condition_variable arrived;
  std::list<Message> mailbox;
  int balance = 0;
  std::thread own{[this] { serve(); }};

  Message next() {
    std::unique_lock lock(mutex);
    while (mailbox.empty())
      arrived.wait(lock);
    Message message = std::move(mailbox.front());
    mailbox.pop_front();
    return message;
  }

  void serve() {
    for (;;) {
      Message message = next();
      if (auto *deposit = std::get_if<Deposit>(&message))
        balance += deposit->amount;
      else if (auto *query = std::get_if<Query>(&message))
        query->answer.set_value(balance);
      else
        return;
    }
  }

  void send(Message message) {
    std::lock_guard lock(mutex);
#ifdef BUG_ORDER
    if (std::holds_alternative<Close>(message))
      mailbox.push_front(std::move(message));
    else
#endif
      mailbox.push_back(std::move(message));
    arrived.notify_one();
  }

public:
  void deposit(int amount) { send(Deposit{amount}); }

  std::future<int> query() {
#ifdef BUG_SHARED
    std::promise<int> known;
    known.set_value(balance);
    return known.get_future();
#else
    Query query;
    auto answer = query.answer.get_future();
    send(std::move(query));
    return answer;
#endif
  }

  ~Account() {
    send(Close{});
    own.join();
  }
};

int main() {
  std::future<int> answer;
  {
    Account account;
    account.deposit(5);
    answer = account.query();
  }
  assert(answer.get() == 5);
}
