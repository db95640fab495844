// The constructs of allways.h in C++: a formula, an invariant, a choice.
// expect: --fair weak => holds
// expect: --fair weak -DSILENT => violated ltl
// expect: --fair weak --invariant at_most_one => holds
#include <allways.h>
#include <atomic>
#include <thread>

enum { Sent, Received };
LTL(answered, G(Sent -> F Received));

static std::atomic<int> mail;
static int used;
extern "C" int at_most_one(void) { return used <= 1; }

int main() {
  std::thread t([] {
    while (!mail.load()) std::this_thread::yield();
    used++;
#ifdef SILENT
    if (mail == 2) return;
#endif
    ap(Received);
  });
  ap(Sent);
  mail = 1 + arbitrary(2);
  t.join();
  vassert(used == 1);
}
