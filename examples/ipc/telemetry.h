// SPDX-License-Identifier: MIT OR Apache-2.0
// telemetry.h - reports on the module itself: what the ground sees of it.
#ifndef IPC_TELEMETRY_H
#define IPC_TELEMETRY_H

#include "ipc.h"
#include <stddef.h>

enum {
  TELEMETRY_HOUSEKEEPING_ID = 0x0319,
  TELEMETRY_EVENT_ID = 0x0501,
  TELEMETRY_LEVEL = IPC_LEVELS - 1, // everything else is more urgent
  TELEMETRY_BOX_BYTES = 12,         // of the report on one mailbox
  TELEMETRY_POOL_BYTES = 6,
  TELEMETRY_EVENT_BYTES = 12,
};

// Publishes a report on the pool and on one mailbox:
//   pool: blocks in use, most in use, in total (16 bits each)
//   mailbox: its number, most messages (16 bits each), put, lost on the way (32 bits each)
ipc_status telemetry_housekeeping(ipc_bus *bus, uint8_t task, unsigned box);

// Publishes the next log entry at *cursor or later: ticket of the one behind it and time (32 bits each),
// severity and event (8 bits each), first argument (16 bits). IPC_EMPTY when there is none.
ipc_status telemetry_event(ipc_bus *bus, uint8_t task, uint64_t *cursor);

#endif
