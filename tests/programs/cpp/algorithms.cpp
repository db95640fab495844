// Algorithms, ranges, bits, numbers.
// expect: -std=c++20 => holds
#include <algorithm>
#include <cassert>
#include <functional>
#include <numeric>
#include <ranges>
#include <string>
#include <vector>
#include <iterator>
#include <complex>
#include <bit>
int main() {
  std::vector<int> v(20);
  std::iota(v.begin(), v.end(), 0);
  std::reverse(v.begin(), v.end());
  std::sort(v.begin(), v.end());
  assert(std::is_sorted(v.begin(), v.end()));
  std::stable_sort(v.begin(), v.end(), std::greater<>());
  assert(v[0] == 19);
  std::nth_element(v.begin(), v.begin() + 5, v.end());
  assert(v[5] == 5);
  std::partial_sort(v.begin(), v.begin() + 3, v.end());
  assert(v[2] == 2);
  auto r = v | std::views::filter([](int x) { return x % 2 == 0; }) | std::views::transform([](int x) { return x * x; }) | std::views::take(2);
  int s = 0;
  for (int x : r) s += x;
  (void)s;
  std::ranges::sort(v);
  assert(std::ranges::binary_search(v, 4));
  assert(std::accumulate(v.begin(), v.end(), 0) == 190);
  for (int i : std::views::iota(0, 3) | std::views::reverse) assert(i < 3);
  std::string t = "a,b,c";
  int n = 0;
  for (auto p : t | std::views::split(',')) { (void)p; n++; }
  assert(n == 3);
  std::make_heap(v.begin(), v.end());
  std::pop_heap(v.begin(), v.end());
  assert(v.back() == 19);
  std::vector<int> o;
  std::copy_if(v.begin(), v.end(), std::back_inserter(o), [](int x) { return x < 3; });
  assert(o.size() == 3);
  assert(std::gcd(12, 18) == 6 && std::popcount(7u) == 3);
  std::next_permutation(o.begin(), o.end());
  std::complex<double> c(1, 2);
  assert(std::norm(c) == 5);
  std::inplace_merge(v.begin(), v.begin()+3, v.end());
  auto [mn, mx] = std::minmax_element(v.begin(), v.end());
  assert(*mn == 0 && *mx == 19);
}
