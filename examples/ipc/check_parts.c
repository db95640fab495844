// SPDX-License-Identifier: MIT OR Apache-2.0
// The part of the self-test that needs one task: no schedules here, but every access is checked, and so is
// every value that a decision depends on. The executive's timed waits end when nobody can end them sooner.
//
// expect: => holds
// expect: -O2 => holds
// expect: --property overflow,leak => holds
#include "ipc_all.c"
#include "selftest_parts.c"
#include <assert.h>

void selftest_check(bool passed, const char *expression, const char *file, int line) {
  (void)expression, (void)file, (void)line;
  assert(passed);
}

int main(void) {
  selftest_parts();
  return 0;
}
