// SPDX-License-Identifier: MIT OR Apache-2.0
#include "log.h"

#include "platform.h"

void log_start(ipc_log *log, log_severity threshold) {
  atomic_init(&log->next, 0);
  atomic_init(&log->lost, 0);
  atomic_init(&log->threshold, (int)threshold);
  for (unsigned i = 0; i < IPC_LOG_ENTRIES; i++) {
    atomic_init(&log->slots[i].turn, 0);
    for (unsigned w = 0; w < LOG_WORDS; w++) atomic_init(&log->slots[i].words[w], 0);
  }
}

void log_set_threshold(ipc_log *log, log_severity threshold) {
  atomic_store_explicit(&log->threshold, (int)threshold, memory_order_relaxed);
}

static log_slot *slot_of(ipc_log *log, uint64_t ticket) { return &log->slots[ticket % IPC_LOG_ENTRIES]; }
static uint64_t lap_of(uint64_t ticket) { return ticket / IPC_LOG_ENTRIES; }

// Claims a slot for a lap. A slot that an earlier lap has skipped is claimed all the same.
static _Bool claim(log_slot *slot, uint64_t lap) {
  uint64_t turn = atomic_load_explicit(&slot->turn, memory_order_relaxed);
  while (turn % 2 == 0 && turn <= 2 * lap)
    if (atomic_compare_exchange_weak_explicit(&slot->turn, &turn, 2 * lap + 1, memory_order_acquire,
                                              memory_order_relaxed))
      return 1;
  return 0;
}

// The words are released one by one: whoever sees one of them also sees that the slot is being written.
static void fill(log_slot *slot, uint64_t lap, const uint32_t words[LOG_WORDS]) {
  for (unsigned w = 0; w < LOG_WORDS; w++)
    atomic_store_explicit(&slot->words[w], words[w], memory_order_release);
  atomic_store_explicit(&slot->turn, 2 * lap + 2, memory_order_release);
}

void log_write(ipc_log *log, log_severity severity, log_event event, uint16_t a, uint16_t b) {
  if ((int)severity < atomic_load_explicit(&log->threshold, memory_order_relaxed)) return;
  const uint32_t words[LOG_WORDS] = {
      (uint32_t)(platform_now_us() / 1000),
      (uint32_t)severity << 16 | (uint32_t)event,
      (uint32_t)a << 16 | b,
  };
  uint64_t ticket = atomic_fetch_add_explicit(&log->next, 1, memory_order_relaxed);
  log_slot *slot = slot_of(log, ticket);
  if (claim(slot, lap_of(ticket)))
    fill(slot, lap_of(ticket), words);
  else
    atomic_fetch_add_explicit(&log->lost, 1, memory_order_relaxed);
}

ipc_status log_read(ipc_log *log, uint64_t ticket, log_entry *entry) {
  log_slot *slot = slot_of(log, ticket);
  const uint64_t written = 2 * lap_of(ticket) + 2;
  uint32_t words[LOG_WORDS];
  uint64_t turn = atomic_load_explicit(&slot->turn, memory_order_acquire);
  if (turn < written) return IPC_NOT_FOUND;
  if (turn > written) return IPC_GAP;
  for (unsigned w = 0; w < LOG_WORDS; w++)
    words[w] = atomic_load_explicit(&slot->words[w], memory_order_acquire);
#ifndef BUG_TORN_ENTRY
  // Without this second look a reader that is interrupted here mixes the words of two entries.
  if (atomic_load_explicit(&slot->turn, memory_order_relaxed) != written) return IPC_GAP;
#endif
  entry->time_ms = words[0];
  entry->severity = (log_severity)(words[1] >> 16);
  entry->event = (log_event)(words[1] & 0xFFFF);
  entry->a = (uint16_t)(words[2] >> 16);
  entry->b = (uint16_t)words[2];
  return IPC_OK;
}

ipc_status log_next(ipc_log *log, uint64_t *cursor, log_entry *entry) {
  uint64_t end = log_written(log);
  if (end - *cursor > IPC_LOG_ENTRIES) *cursor = end - IPC_LOG_ENTRIES;
  while (*cursor < end)
    if (log_read(log, (*cursor)++, entry) == IPC_OK) return IPC_OK;
  return IPC_EMPTY;
}

uint64_t log_written(ipc_log *log) { return atomic_load_explicit(&log->next, memory_order_relaxed); }
uint32_t log_lost(ipc_log *log) { return atomic_load_explicit(&log->lost, memory_order_relaxed); }

const char *log_event_name(log_event event) {
  switch (event) {
  case EVENT_STARTED: return "started";
  case EVENT_STOPPED: return "stopped";
  case EVENT_OPENED: return "opened";
  case EVENT_CLOSED: return "closed";
  case EVENT_SEND_FAILED: return "send failed";
  case EVENT_DROPPED: return "dropped";
  case EVENT_SUBSCRIBED: return "subscribed";
  case EVENT_UNSUBSCRIBED: return "unsubscribed";
  case EVENT_TASK_LATE: return "task late";
  case EVENT_TASK_BACK: return "task back";
  case EVENT_OVERRUN: return "overrun";
  case EVENT_COMMAND: return "command";
  case EVENT_BAD_PACKET: return "bad packet";
  }
  return "unknown event";
}
