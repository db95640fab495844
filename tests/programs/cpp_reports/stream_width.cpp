// A variable of the library is named as people write it.
// expect: => violated race
#include <iomanip>
#include <iostream>
#include <thread>

int main() {
  std::thread t([] { std::cout << "one"; }); //~ race
  std::cout << std::setw(4);                 //~ race
  t.join();
}
