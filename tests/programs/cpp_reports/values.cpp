// Values of the standard library are shown as their users see them, after the call that changed them.
// expect: -std=c++20 => violated assert
// expect: -std=c++20 -O1 => violated assert
#include <array>
#include <cassert>
#include <deque>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <variant>
#include <vector>

enum class Color { red, green };
struct Shape {
  int id = 1;
};
struct Square : Shape {
  int side = 2;
  Color color = Color::red;
};
struct Node {
  int value = 7;
  std::shared_ptr<Node> next;
};

static std::string short_text, long_text;
static std::vector<int> numbers;
static std::vector<bool> bits;
static std::vector<std::vector<int>> rows;
static std::array<int, 3> triple;
static std::deque<int> both_ends;
static std::list<int> chain;
static std::map<std::string, int> ages;
static std::set<int> sorted;
static std::unordered_map<int, std::string> names;
static std::optional<int> maybe;
static std::variant<int, std::string> either;
static std::pair<int, bool> both;
static std::tuple<int, char, std::string> three;
static std::unique_ptr<Square> single;
static std::shared_ptr<Node> shared;
static std::weak_ptr<Node> weak;
static std::string_view part;
static std::span<int> window;
static Square square;

int main() {
  short_text = "abc";
  long_text = "longer than what fits into the object itself";
  numbers.push_back(1);
  numbers.push_back(2);
  numbers.assign(20, 3);
  bits.push_back(true);
  rows.push_back(std::vector<int>(2, 5));
  triple[1] = 4;
  both_ends.push_front(1);
  both_ends.push_back(2);
  chain.push_back(8);
  ages["eve"] = 30;
  ages["bob"] = 40;
  sorted.insert(9);
  names[7] = "seven";
  maybe = 6;
  maybe.reset();
  either = "text";
  both.second = true;
  std::get<2>(three) = "last";
  single = std::make_unique<Square>();
  shared = std::make_shared<Node>();
  shared->next = shared; // a cycle
  weak = shared;
  part = short_text;
  window = numbers;
  square.color = Color::green;
  square.id = 3;
  shared->next.reset();
  assert(numbers.empty()); //~ assert
}
