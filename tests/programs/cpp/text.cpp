// Strings, numbers as text, streams of strings, wide characters.
// expect: -std=c++20 => holds
#include <cassert>
#include <charconv>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>
#include <cmath>
int main() {
  std::string s = "abc";
  s += "def";
  s.insert(3, "--");
  s.replace(0, 1, "xx");
  assert(s == "xxbc--def" && s.find("--") == 4);
  s.erase(4, 2);
  assert(s.rfind('f') == 6);
  assert(s.compare("y") < 0);
  assert(std::stoi("42") == 42 && std::stod("1.5") == 1.5 && std::to_string(3.5) == "3.500000" && std::stoll("-7") == -7);
  try { (void)std::stoi("x"); assert(0); } catch (std::invalid_argument &) {}
  try { (void)std::stoi("99999999999"); assert(0); } catch (std::out_of_range &) {}
  std::stringstream o;
  o << std::setw(5) << std::setfill('*') << 42 << ' ' << std::hex << 255 << ' ' << std::fixed << std::setprecision(2) << 3.14159 << ' ' << std::boolalpha << true << ' ' << (void *)0;
  std::istringstream i("12 3.5 word");
  int a;
  double d;
  std::string w;
  i >> a >> d >> w;
  assert(a == 12 && d == 3.5 && w == "word");
  i >> a;
  assert(!i);
  char b[32];
  auto r = std::to_chars(b, b + 32, 1234);
  assert(std::string(b, r.ptr) == "1234");
  r = std::to_chars(b, b + 32, 0.1);
  assert(std::string(b, r.ptr) == "0.1");
  int v;
  std::from_chars(b, b + 1, v);
  assert(v == 0);
  const char *quarter = "2.25x";
  double fd;
  auto fr = std::from_chars(quarter, quarter + 4, fd);
  assert(fr.ec == std::errc() && fd == 2.25);
  std::cout << o.str() << std::endl;
  std::cerr << "err\n";
  std::string line;
  std::getline(std::cin, line);
  assert(!std::cin);
  std::wstring ws = L"wide";
  assert(ws.size() == 4);
  std::u8string u8 = u8"x";
  std::wostringstream wo;
  wo << 5;
  assert(wo.str() == L"5");
  std::ostringstream q;
  q << std::quoted("a\"b");
  assert(q.str() == "\"a\\\"b\"");
  q.exceptions(std::ios::failbit);
  try { q.setstate(std::ios::failbit); assert(0); } catch (std::ios_base::failure &) {}
}
