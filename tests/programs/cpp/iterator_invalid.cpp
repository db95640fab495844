// An iterator is used after the vector has grown.
// expect: => violated memory
// expect: -DRESERVED => holds
#include <vector>

int main() {
  std::vector<int> v{1};
#ifdef RESERVED
  v.reserve(2);
#endif
  auto it = v.begin();
  v.push_back(2);
  return *it - 1; //~ memory
}
