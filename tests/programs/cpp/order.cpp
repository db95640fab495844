// Static variables are initialised in the order of their definitions and destroyed in reverse.
// expect: => holds
#include <cassert>

static int log_;
struct Note {
  int digit;
  Note(int d) : digit(d) { log_ = log_ * 10 + d; }
  ~Note() {
    log_ = log_ * 10 + digit;
    assert(digit != 1 || log_ == 1221);
  }
};
static Note one(1), two(2);

int main() { assert(log_ == 12); }
