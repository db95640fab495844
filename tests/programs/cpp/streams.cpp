// Streams and formatting.
// expect: => holds
#include <cassert>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>

int main() {
  std::cout << "hello " << 42 << ' ' << 1.5 << std::endl;
  std::ostringstream out;
  out << std::hex << 255 << ' ' << std::setw(4) << std::setfill('0') << 7 << ' ' << true << ' ' << 2.5;
  assert(out.str() == "ff 0007 1 2.5");
  std::istringstream in("12 word 3.5");
  int n;
  std::string word;
  double x;
  in >> n >> word >> x;
  assert(n == 12 && word == "word" && x == 3.5 && !in.fail());
  assert(std::to_string(12) == "12" && std::stoi("34") == 34);
}
