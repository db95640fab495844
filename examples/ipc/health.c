// SPDX-License-Identifier: MIT OR Apache-2.0
#include "health.h"

#include <string.h>

void health_start(ipc_health *health, ipc_log *log) {
  atomic_init(&health->checked_in, 0);
  health->supervised = 0;
  memset(health->tasks, 0, sizeof health->tasks);
  health->log = log;
}

void health_check_in(ipc_health *health, unsigned task) {
  if (task < IPC_TASKS) atomic_fetch_or_explicit(&health->checked_in, UINT32_C(1) << task, memory_order_relaxed);
}

ipc_status health_supervise(ipc_health *health, unsigned task, const char *name, uint16_t tolerance) {
  if (task >= IPC_TASKS) return IPC_BAD_ARGUMENT;
  uint32_t bit = UINT32_C(1) << task;
  if (health->supervised & bit) return IPC_DUPLICATE;
  health->tasks[task] = (health_task){.name = name, .tolerance = tolerance};
  health->supervised |= bit;
  health_check_in(health, task);
  return IPC_OK;
}

ipc_status health_dismiss(ipc_health *health, unsigned task) {
  if (task >= IPC_TASKS) return IPC_BAD_ARGUMENT;
  uint32_t bit = UINT32_C(1) << task;
  if (!(health->supervised & bit)) return IPC_NOT_FOUND;
  health->supervised &= ~bit;
  return IPC_OK;
}

// Reads and clears the bits in one go.
static uint32_t collect(ipc_health *health) {
#ifdef BUG_LOST_CHECK_IN
  // Between reading and clearing a task may check in. Its bit is cleared unseen, and a task in perfect
  // health is reported late: once in a blue moon, and never on the test bench.
  uint32_t seen = atomic_load_explicit(&health->checked_in, memory_order_relaxed);
  atomic_store_explicit(&health->checked_in, 0, memory_order_relaxed);
  return seen;
#else
  return atomic_exchange_explicit(&health->checked_in, 0, memory_order_relaxed);
#endif
}

static bool is_overdue(ipc_health *health, unsigned number, bool seen) {
  health_task *task = &health->tasks[number];
  if (seen) {
    if (task->missed > task->tolerance) log_write(health->log, LOG_INFO, EVENT_TASK_BACK, (uint16_t)number, 0);
    task->missed = 0;
    return false;
  }
  task->missed_total++;
  if (task->missed < UINT16_MAX) task->missed++;
  if (task->missed <= task->tolerance) return false;
  if (task->missed == task->tolerance + 1)
    log_write(health->log, LOG_ERROR, EVENT_TASK_LATE, (uint16_t)number, task->missed);
  return true;
}

uint32_t health_sample(ipc_health *health) {
  uint32_t seen = collect(health), overdue = 0;
  for (unsigned i = 0; i < IPC_TASKS; i++) {
    uint32_t bit = UINT32_C(1) << i;
    if ((health->supervised & bit) && is_overdue(health, i, (seen & bit) != 0)) overdue |= bit;
  }
  return overdue;
}
