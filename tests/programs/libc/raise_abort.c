// expect: => violated assert
// expect: -DHANDLED => holds
#include <signal.h>
#include <stdlib.h>

static void leave(int signal) { _Exit(signal); }

int main(void) {
#ifdef HANDLED
  signal(SIGABRT, leave);
#endif
  return raise(SIGABRT);
}
