// Two threads that do nothing.
// expect: => holds
#include <thread>

int main() {
  std::thread a([] {}), b([] {});
  a.join();
  b.join();
}
