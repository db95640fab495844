// SPDX-License-Identifier: MIT OR Apache-2.0
// selftest.h - the smallest test framework that says where it failed.
#ifndef IPC_SELFTEST_H
#define IPC_SELFTEST_H

#include <stdbool.h>

void selftest_check(bool passed, const char *expression, const char *file, int line);

#define CHECK(expression) selftest_check((expression), #expression, __FILE__, __LINE__)

void selftest_parts(void);   // each part by itself, in one task
void selftest_tasks(void);   // mailboxes, routes and log under several tasks
void selftest_mission(void); // everything together: radio, commands, telemetry, supervision

#endif
