// Exceptions of the standard library that nobody catches, with their types and texts.
// expect: => violated assert
// expect: -DBAD_ALLOC --malloc-fail => violated assert
// expect: -DSYSTEM => violated assert
// expect: -DDERIVED => violated assert
// expect: -DNESTED => violated assert
// expect: -DNUMBER => violated assert
// expect: -DTEXT => violated assert
#include <exception>
#include <map>
#include <new>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

struct Failure : std::runtime_error {
  Failure() : std::runtime_error("disk full") {}
  const char *what() const noexcept override { return "the disk is full"; }
};

int main() {
#if defined(BAD_ALLOC)
  int *room = new int; //~ assert
  delete room;
#elif defined(SYSTEM)
  throw std::system_error(std::make_error_code(std::errc::timed_out), "network"); //~ assert
#elif defined(DERIVED)
  throw Failure(); //~ assert
#elif defined(NESTED)
  try {
    throw Failure();
  } catch (...) {
    std::throw_with_nested(std::logic_error("outer")); //~ assert
  }
#elif defined(NUMBER)
  throw 42; //~ assert
#elif defined(TEXT)
  throw std::string("words"); //~ assert
#else
  std::vector<int> v{1, 2};
  return v.at(5); //~ assert
#endif
}
