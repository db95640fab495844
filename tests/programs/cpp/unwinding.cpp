// Destructors run while an exception passes, in order; rethrow, nested exceptions, exception_ptr,
// function try blocks, throwing constructors.
// expect: => holds
// expect: -O1 => holds
// expect: --reduction none => holds
// expect: -DTWO => violated assert
#include <cassert>
#include <exception>
#include <stdexcept>
#include <string>

static int log_ = 0;
struct Note {
  int digit;
  ~Note() { log_ = log_ * 10 + digit; }
};

struct Throws {
  Note first{1};
  Throws(int deep) try : first{deep} {
    Note local{2};
    throw std::runtime_error("made");
  } catch (std::runtime_error &e) {
    assert(std::string(e.what()) == "made");
    log_ = log_ * 10 + 3;
  }
};

static int depth(int n) {
  Note note{n};
  if (n == 0)
    throw 42;
  try {
    return depth(n - 1);
  } catch (const char *) {
    return -1;
  }
}

#ifdef TWO
struct Second {
  ~Second() noexcept(false) { throw 2; }
};
#endif

int main() {
#ifdef TWO
  try {
    Second second;
    throw 1;
  } catch (int) {
  }
#endif
  try {
    Throws t(1);
    assert(0);
  } catch (std::exception &) {
  }
  assert(log_ == 213);

  log_ = 0;
  try {
    depth(3);
  } catch (int value) {
    assert(value == 42 && log_ == 123);
  }

  try {
    try {
      throw std::logic_error("inner");
    } catch (std::exception &e) {
      assert(std::uncaught_exceptions() == 0);
      throw;
    }
  } catch (std::logic_error &e) {
    assert(std::string("inner") == e.what());
  }

  std::exception_ptr kept;
  try {
    throw std::out_of_range("kept");
  } catch (...) {
    kept = std::current_exception();
  }
  try {
    std::rethrow_exception(kept);
  } catch (std::out_of_range &e) {
    assert(std::string("kept") == e.what());
  }

  try {
    try {
      throw 1;
    } catch (...) {
      std::throw_with_nested(std::runtime_error("outer"));
    }
  } catch (std::runtime_error &e) {
    try {
      std::rethrow_if_nested(e);
      assert(0);
    } catch (int inner) {
      assert(inner == 1);
    }
  }
}
