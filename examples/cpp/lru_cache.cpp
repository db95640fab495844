// A cache for several threads that forgets what was not used for the longest time.
//
// Values are made outside of the lock, because that may take long. Two threads may miss the same key at once: the
// second one finds the first one's value when it comes back and takes that.
//
// -DBUG_AGAIN does not look again: a key comes into the list twice, and the cache holds more than it may.
// -DBUG_REFERENCE gives out a reference into the cache, which another thread may evict.
//
// expect: => holds
// expect: -DBUG_AGAIN => violated assert
// expect: -DBUG_REFERENCE => violated
#include <cassert>
#include <cstddef>
#include <list>
#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>
#include <utility>

class Cache {
  using Entry = std::pair<int, std::string>;
  std::mutex mutex;
  std::list<Entry> entries; // the last used first
  std::unordered_map<int, std::list<Entry>::iterator> index;
  const std::size_t limit;

  std::string *find(int key) {
    auto found = index.find(key);
    if (found == index.end())
      return nullptr;
    entries.splice(entries.begin(), entries, found->second);
    return &found->second->second;
  }

#ifdef BUG_REFERENCE
  using Result = const std::string &;
#else
  using Result = std::string;
#endif

public:
  explicit Cache(std::size_t limit) : limit(limit) {}

  template <class Make> Result get(int key, Make make) {
    {
      std::lock_guard lock(mutex);
      if (auto *value = find(key))
        return *value;
    }
    std::string made = make(key);
    std::lock_guard lock(mutex);
#ifndef BUG_AGAIN
    if (auto *value = find(key))
      return *value;
#endif
    entries.emplace_front(key, std::move(made));
    index[key] = entries.begin();
    if (index.size() > limit) {
      index.erase(entries.back().first);
      entries.pop_back();
    }
    return entries.front().second;
  }

  void check() {
    std::lock_guard lock(mutex);
    assert(entries.size() == index.size() && index.size() <= limit);
  }
};

static Cache cache(1);

int main() {
  auto make = [](int key) { return std::string(1, char('a' + key)); };
  std::thread other([make] {
    assert(cache.get(0, make) == "a");
#ifdef BUG_REFERENCE
    cache.get(1, make);
#endif
  });
  assert(cache.get(0, make) == "a");
  other.join();
  cache.check();
}
