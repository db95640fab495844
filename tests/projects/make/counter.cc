#include <cassert>
#include <mutex>
#include <thread>

static std::mutex lock;
static int count;

static void increment() {
#ifndef NO_LOCK
    std::lock_guard<std::mutex> guard(lock);
#endif
    ++count;
}

int main() {
    std::thread other(increment);
    increment();
    other.join();
    assert(count == 2);
}
