// Static variables are initialised in the order of their definitions and destroyed in reverse.
// expect: => holds
// expect: -DUSED_EARLY => violated assert
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
#ifdef USED_EARLY
extern int later;
static struct Uses {
  Uses() { assert(later == 5); } //~ assert
} uses;
static int five() { return 5; }
int later = five();
#endif
static Note one(1), two(2);

int main() { assert(log_ == 12); }
