// SPDX-License-Identifier: MIT OR Apache-2.0
// selftest.c - runs natively, on the workbench and at start-up on the target: `make` builds and runs it.
#include "selftest.h"

#include "platform.h"
#include <stdio.h>

static unsigned checks, failures; // only the main task checks

void selftest_check(bool passed, const char *expression, const char *file, int line) {
  checks++;
  if (passed) return;
  failures++;
  printf("%s:%d: failed: %s\n", file, line, expression);
}

static uint64_t monotonic_us(void) {
  struct timespec now;
  if (clock_gettime(CLOCK_MONOTONIC, &now) != 0) platform_fatal("clock_gettime", 0);
  return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

int main(void) {
  platform_set_clock(monotonic_us);
  selftest_parts();
  selftest_tasks();
  selftest_mission();
  printf("ipc self-test: %u checks, %u failures\n", checks, failures);
  return failures == 0 ? 0 : 1;
}
