// Threads may use the standard streams at the same time without a data race. This holds for input and output only, and
// not for what a program sets in a stream, nor for streams that are not synchronised with those of C.
// expect: => holds
// expect: --reduction none => holds
// expect: -DBEFORE => holds
// expect: -DERROR => holds
// expect: -DLOG => holds
// expect: -DWIDE => holds
// expect: -DINPUT => holds
// expect: -DWORDS => holds
// expect: -DWIDE_INPUT => holds
// expect: -DWIDTH => violated race
// expect: -DFILL => violated race
// expect: -DALONE => violated race
// expect: -DOWN => violated race
#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>
#include <thread>

static std::ostringstream own;

template <class A, class B>
static void both(A first, B second) {
  std::thread t(first);
  second();
  t.join();
}

int main() {
#if defined ERROR
  both([] { std::cerr << "one" << 1; }, [] { std::cerr << "two"; });
#elif defined LOG
  both([] { std::clog << "one" << 1; }, [] { std::clog << "two"; });
#elif defined WIDE
  both([] { std::wcout << L"a"; }, [] { std::wcout << L"b"; });
#elif defined INPUT
  both([] { std::cin.get(); }, [] { std::cin.get(); });
#elif defined WORDS
  both([] { std::string s; std::cin >> s; }, [] { std::string s; std::cin >> s; });
#elif defined WIDE_INPUT
  both([] { std::wstring s; std::wcin >> s; }, [] { std::wcin.get(); });
#elif defined WIDTH
  both([] { std::cout << "one"; }, [] { std::cout << std::setw(4); }); //~ race
#elif defined FILL
  both([] { std::cout << "one"; }, [] { std::cout << std::setfill('.'); }); //~ race
#elif defined ALONE
  std::ios_base::sync_with_stdio(false);
  both([] { std::cout << "one"; }, [] { std::cout << "two"; }); //~ race
#elif defined OWN
  both([] { own << "one"; }, [] { own << "two"; }); //~ race
#else
#ifdef BEFORE
  std::cout << std::setw(5);
#endif
  both([] { std::cout << "one\n"; }, [] { std::cout << 2 << '\n'; });
#endif
}
