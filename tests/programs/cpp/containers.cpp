// Containers, algorithms, strings, smart pointers, variant, optional, any, function.
// expect: => holds
// expect: -O2 => holds
// expect: -DEND => violated memory
#include <algorithm>
#include <any>
#include <cassert>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

struct Shape {
  virtual ~Shape() = default;
  virtual int area() const = 0;
};
struct Square : Shape {
  int side;
  explicit Square(int s) : side(s) {}
  int area() const override { return side * side; }
};

int main() {
  std::vector<int> v{3, 1, 2};
  std::sort(v.begin(), v.end());
  v.push_back(4);
  assert(std::accumulate(v.begin(), v.end(), 0) == 10 && v.back() == 4);
  std::map<std::string, int> m{{"one", 1}, {"two", 2}};
#ifdef END
  v.shrink_to_fit();
  return v[v.size()]; //~ memory
#endif
  m["three"] = 3;
  assert(m.size() == 3 && m.at("two") == 2);
  std::unordered_map<int, std::string> u;
  u[7] = "a string that is too long for the small buffer";
  assert(u.count(7) == 1 && u[7].size() == 46);
  std::deque<int> d{1, 2};
  d.push_front(0);
  std::list<int> l(d.begin(), d.end());
  std::set<int> s(l.begin(), l.end());
  assert(s.size() == 3 && *s.rbegin() == 2);
  std::vector<std::unique_ptr<Shape>> shapes;
  shapes.push_back(std::make_unique<Square>(3));
  std::shared_ptr<Shape> shared = std::make_shared<Square>(2);
  std::weak_ptr<Shape> weak = shared;
  assert(shapes[0]->area() == 9 && weak.lock()->area() == 4);
  shared.reset();
  assert(weak.expired());
  std::variant<int, std::string> either = "text";
  assert(std::get<std::string>(either) == "text" && std::holds_alternative<std::string>(either));
  std::optional<int> maybe;
  assert(!maybe && maybe.value_or(5) == 5);
  std::any anything = 1.5;
  assert(std::any_cast<double>(anything) == 1.5);
  std::function<int(int)> f = [k = 2](int x) { return k * x; };
  assert(f(21) == 42);
  int Square::*member = &Square::side;
  int (Shape::*method)() const = &Shape::area;
  Square q(5);
  assert(q.*member == 5 && (q.*method)() == 25);
  try {
    (void)v.at(10);
    assert(0);
  } catch (std::out_of_range &) {
  }
}
