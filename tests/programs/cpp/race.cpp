// Two threads add to a plain variable.
// expect: => violated race
// expect: -DATOMIC => holds
#include <atomic>
#include <thread>

#ifdef ATOMIC
static std::atomic<int> count;
#else
static int count;
#endif

int main() {
  std::thread a([] { count++; }); //~ race
  std::thread b([] { count++; }); //~ race
  a.join();
  b.join();
}
