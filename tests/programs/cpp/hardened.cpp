// The library's own checks, which a program may ask for: they find what stays inside of the memory of a
// container or an optional, and is none of its elements.
// expect: => holds
// expect: -- -DHARD => holds
// expect: -- -DHARD -DINDEX => violated assert
// expect: -- -DHARD -DPOP => violated assert
// expect: -- -DHARD -DEMPTY => violated assert
// expect: -- -DHARD -DFRONT => violated assert
// expect: -- -DHARD -DTEXT => violated assert
#ifdef HARD
#define _LIBCPP_HARDENING_MODE _LIBCPP_HARDENING_MODE_EXTENSIVE
#endif
#include <optional>
#include <string_view>
#include <thread>
#include <vector>

int main() {
  std::vector<int> v;
  v.reserve(4);
  v.push_back(1);
  std::optional<int> o;
  std::string_view text = "abc";
  std::thread t([&] {
#ifdef INDEX
    v[2] = 5;
#elif defined POP
    v.pop_back();
    v.pop_back();
#elif defined EMPTY
    *o = 3;
#elif defined FRONT
    v.clear();
    v.front() = 1;
#elif defined TEXT
    text.remove_prefix(4);
#else
    v[0] = *(o = 3);
    text.remove_prefix(3);
#endif
  });
  t.join();
}
