// SPDX-License-Identifier: MIT OR Apache-2.0
// health.h - supervision of tasks.
//
// Every supervised task checks in at least once between two samples of the monitor. Checking in is one
// atomic operation and never waits. All other data belongs to the monitor's task.
#ifndef IPC_HEALTH_H
#define IPC_HEALTH_H

#include "config.h"
#include "log.h"
#include "status.h"
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct {
  const char *name;
  uint16_t tolerance;    // samples in a row that it may miss
  uint16_t missed;       // samples in a row that it has missed
  uint32_t missed_total; // since start-up
} health_task;

typedef struct {
  _Atomic uint32_t checked_in; // bit i: task i has, since the last sample
  uint32_t supervised;         // bit i: task i must
  health_task tasks[IPC_TASKS];
  ipc_log *log;
} ipc_health;

void health_start(ipc_health *health, ipc_log *log);

// For the monitor: takes a task under supervision. It counts as checked in until the next sample.
ipc_status health_supervise(ipc_health *health, unsigned task, const char *name, uint16_t tolerance);
ipc_status health_dismiss(ipc_health *health, unsigned task);

// For any task, at any time.
void health_check_in(ipc_health *health, unsigned task);

// For the monitor, once in a period: the tasks that have missed more samples than they may, as bits.
uint32_t health_sample(ipc_health *health);

#endif
