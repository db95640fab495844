// SPDX-License-Identifier: MIT OR Apache-2.0
#include "monitor.h"

void monitor_start(ipc_monitor *monitor, ipc_bus *bus, ipc_watchdog *watchdog, uint16_t jam) {
  *monitor = (ipc_monitor){.bus = bus, .watchdog = watchdog, .jam = jam};
}

static uint32_t jammed_boxes(const ipc_monitor *monitor) {
  uint32_t jammed = 0;
  for (unsigned i = 0; i < monitor->bus->box_count; i++)
    if (mailbox_backlog(&monitor->bus->boxes[i], 0) >= monitor->jam) jammed |= UINT32_C(1) << i;
  return jammed;
}

void monitor_sample(void *context) {
  ipc_monitor *monitor = context;
  monitor->samples++;
  monitor->overdue = health_sample(&monitor->bus->health);
  monitor->jammed = jammed_boxes(monitor);
  if (monitor->overdue == 0 && monitor->jammed == 0)
    watchdog_kick(monitor->watchdog);
  else
    monitor->alarms++;
}
