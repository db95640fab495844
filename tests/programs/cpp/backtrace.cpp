// Who asks for the frames of the stack sees none, as in a program without tables for them.
// expect: => holds
#include <cassert>
#include <unwind.h>

static int frames;

static _Unwind_Reason_Code count(_Unwind_Context *, void *) {
  frames++;
  return _URC_NO_REASON;
}

int main() {
  assert(_Unwind_Backtrace(count, nullptr) == _URC_END_OF_STACK);
  assert(frames == 0);
}
