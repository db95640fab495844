// std::format and std::print.
// expect: -std=c++23 => holds
#include <cassert>
#include <format>
#include <print>
#include <string>
int main() {
  assert(std::format("{} {:>5} {:x} {:.2f} {}", 1, "ab", 255, 1.5, true) == "1    ab ff 1.50 true");
  try { (void)std::vformat("{", std::make_format_args()); assert(0); } catch (std::format_error &) {}
  std::print("{} {}\n", 1, 2.5);
  std::println("x{}", 'c');
}
