// A race in a container is told at the program's lines, with the functions that were called there.
// expect: --property race => violated race
// expect: -DLOCKED => holds
#include <mutex>
#include <thread>
#include <vector>

struct Log {
  std::vector<int> lines;
  std::mutex mutex;
  void add(int line) {
#ifdef LOCKED
    std::lock_guard lock(mutex);
#endif
    lines.push_back(line); //~ race
  }
};

static Log sink;

static void write(int line) { sink.add(line); }

int main() {
  std::thread a(write, 1), b(write, 2);
  a.join();
  b.join();
}
