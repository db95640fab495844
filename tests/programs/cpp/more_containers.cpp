// The other containers, views of arrays and strings.
// expect: -std=c++20 => holds
#include <cassert>
#include <deque>
#include <forward_list>
#include <list>
#include <map>
#include <set>
#include <queue>
#include <stack>
#include <span>
#include <array>
#include <bitset>
#include <string_view>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>
#include <valarray>
int main() {
  std::unordered_map<std::string, int> u;
  for (int i = 0; i < 20; i++) u["k" + std::to_string(i)] = i;
  assert(u.size() == 20 && u.at("k7") == 7);
  u.erase("k7");
  assert(!u.count("k7"));
  std::unordered_multiset<int> ms{1, 1, 2};
  assert(ms.count(1) == 2);
  std::deque<int> d;
  for (int i = 0; i < 10; i++) { d.push_back(i); d.push_front(-i); }
  assert(d.size() == 20 && d.back() == 9);
  d.pop_front();
  std::list<int> l{3, 1, 2};
  l.sort();
  assert(l.front() == 1);
  l.reverse();
  l.splice(l.begin(), std::list<int>{9});
  assert(l.front() == 9);
  std::forward_list<int> fl{1, 2};
  fl.push_front(0);
  std::set<int> s{3, 1, 2};
  assert(*s.begin() == 1 && *s.lower_bound(2) == 2);
  std::map<int, std::string> m{{1, "a"}, {2, "b"}};
  m.insert_or_assign(1, "c");
  auto n = m.extract(2);
  n.key() = 5;
  m.insert(std::move(n));
  assert(m[5] == "b" && m[1] == "c");
  std::multimap<int, int> mm{{1, 1}, {1, 2}};
  assert(mm.count(1) == 2);
  std::priority_queue<int> pq;
  for (int i : {3, 9, 4}) pq.push(i);
  assert(pq.top() == 9);
  pq.pop();
  assert(pq.top() == 4);
  std::stack<int> st;
  st.push(1);
  std::queue<int> q;
  q.push(1);
  int a[] = {1, 2, 3};
  std::span<int> sp(a);
  assert(sp.subspan(1).size() == 2);
  std::string_view sv = "hello";
  assert(sv.substr(1, 3) == "ell" && sv.find('l') == 2 && sv.starts_with("he"));
  std::array<int, 3> ar{1, 2, 3};
  assert(ar.at(1) == 2);
  try { (void)ar.at(5); assert(0); } catch (std::out_of_range &) {}
  std::bitset<70> bs;
  bs.set(65);
  assert(bs.count() == 1 && bs.to_string().size() == 70);
  std::vector<bool> vb(70);
  vb[3] = true;
  vb.flip();
  assert(!vb[3] && vb[4]);
  try { (void)std::vector<int>().at(0); assert(0); } catch (std::out_of_range &) {}
  std::valarray<int> va{1, 2, 3};
  va *= 2;
  assert(va.sum() == 12);
}
