// SPDX-License-Identifier: MIT OR Apache-2.0
#include "telemetry.h"

#include "bytes.h"

static ipc_status publish_report(ipc_bus *bus, uint8_t task, uint16_t id, const uint8_t *bytes, uint16_t length) {
  ipc_message message;
  unsigned delivered;
  ipc_status status = message_compose(&message, id, task, TELEMETRY_LEVEL, bytes, length);
  return status == IPC_OK ? ipc_publish(bus, &message, &delivered) : status;
}

ipc_status telemetry_housekeeping(ipc_bus *bus, uint8_t task, unsigned box) {
  uint8_t bytes[TELEMETRY_POOL_BYTES + TELEMETRY_BOX_BYTES];
  ipc_mailbox_counts counts;
  ipc_status status = ipc_counts(bus, box, &counts);
  if (status != IPC_OK) return status;
  ipc_pool_usage usage = pool_usage(&bus->pool);
  put_u16(bytes, usage.in_use);
  put_u16(bytes + 2, usage.most_in_use);
  put_u16(bytes + 4, usage.total);
  put_u16(bytes + 6, (uint16_t)box);
  put_u16(bytes + 8, counts.most);
  put_u32(bytes + 10, counts.put);
  put_u32(bytes + 14, counts.rejected + counts.evicted + counts.corrupt + counts.missing);
  return publish_report(bus, task, TELEMETRY_HOUSEKEEPING_ID, bytes, sizeof bytes);
}

ipc_status telemetry_event(ipc_bus *bus, uint8_t task, uint64_t *cursor) {
  uint8_t bytes[TELEMETRY_EVENT_BYTES];
  log_entry entry;
  ipc_status status = log_next(&bus->log, cursor, &entry);
  if (status != IPC_OK) return status;
  put_u32(bytes, (uint32_t)*cursor);
  put_u32(bytes + 4, entry.time_ms);
  bytes[8] = (uint8_t)entry.severity;
  bytes[9] = (uint8_t)entry.event;
  put_u16(bytes + 10, entry.a);
  return publish_report(bus, task, TELEMETRY_EVENT_ID, bytes, sizeof bytes);
}
