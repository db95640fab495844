// SPDX-License-Identifier: MIT OR Apache-2.0
// monitor.h - what keeps the computer honest: samples the tasks' health and kicks the watchdog only while
// every supervised task is in time and no mailbox is jammed. An activity of the cyclic executive.
#ifndef IPC_MONITOR_H
#define IPC_MONITOR_H

#include "ipc.h"
#include "watchdog.h"

typedef struct {
  ipc_bus *bus;
  ipc_watchdog *watchdog;
  uint16_t jam;             // urgent messages in one mailbox that are too many
  uint32_t samples, alarms; // an alarm: a sample after which the watchdog was not kicked
  uint32_t overdue;         // tasks at the last sample, as bits
  uint32_t jammed;          // mailboxes at the last sample, as bits
} ipc_monitor;

void monitor_start(ipc_monitor *monitor, ipc_bus *bus, ipc_watchdog *watchdog, uint16_t jam);

// Once in a period. Takes no lock: a task that hangs with a lock held must not take the monitor along.
void monitor_sample(void *monitor);

#endif
