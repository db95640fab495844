// References and iterators into a vector that has grown, an erased node, and a destroyed string.
// expect: => violated memory
// expect: -DNODE => violated memory
// expect: -DVIEW => violated memory
#include <map>
#include <string>
#include <string_view>
#include <vector>

int main() {
#if defined(NODE)
  std::map<int, int> m{{1, 2}};
  auto &value = m[1];
  m.erase(1);
  return value; //~ memory
#elif defined(VIEW)
  std::string_view view;
  {
    std::string text(40, 'x');
    view = text;
  }
  return view[0]; //~ memory
#else
  std::vector<int> v{1};
  int &first = v[0];
  for (int i = 2; i < 4; i++)
    v.push_back(i);
  return first; //~ memory
#endif
}
