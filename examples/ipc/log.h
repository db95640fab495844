// SPDX-License-Identifier: MIT OR Apache-2.0
// log.h - the newest events, for the ground and for whoever looks at a stopped computer.
//
// Any task may write at any time and never waits: the log is a ring without locks. A writer draws a
// ticket, which names a slot and a lap, claims the slot for this lap, fills it and publishes it. A slot's
// turn says where it is:
//
//   2 * lap      free for this lap (and holding what the lap before wrote into it, if anything)
//   2 * lap + 1  being written in this lap
//   2 * lap + 2  written in this lap, free for the next one
//
// When the writers are a whole lap apart, the slower one gives up its entry; it is counted as lost. A
// reader copies the words of an entry and looks at the turn before and after: when it has changed, the
// entry was overwritten meanwhile.
#ifndef IPC_LOG_H
#define IPC_LOG_H

#include "config.h"
#include "status.h"
#include <stdatomic.h>
#include <stdint.h>

typedef enum { LOG_DEBUG, LOG_INFO, LOG_WARNING, LOG_ERROR } log_severity;

typedef enum {
  EVENT_STARTED,
  EVENT_STOPPED,
  EVENT_OPENED,       // a: the mailbox
  EVENT_CLOSED,       // a: the mailbox
  EVENT_SEND_FAILED,  // a: the mailbox, b: the status
  EVENT_DROPPED,      // a: the mailbox, b: the status
  EVENT_SUBSCRIBED,   // a: the message's identifier, b: the mailbox
  EVENT_UNSUBSCRIBED, // a: the message's identifier, b: the mailbox
  EVENT_TASK_LATE,    // a: the task, b: samples it has missed
  EVENT_TASK_BACK,    // a: the task
  EVENT_OVERRUN,      // a: the activity, b: microseconds
  EVENT_COMMAND,      // a: the operation code, b: the status
  EVENT_BAD_PACKET,   // a: the first word, b: the status
} log_event;

typedef struct {
  uint32_t time_ms;
  log_severity severity;
  log_event event;
  uint16_t a, b;
} log_entry;

enum { LOG_WORDS = 3 };

typedef struct {
  _Atomic uint64_t turn;
  _Atomic uint32_t words[LOG_WORDS];
} log_slot;

typedef struct {
  _Atomic uint64_t next; // the next ticket
  _Atomic uint32_t lost; // entries that found their slot busy
  _Atomic int threshold; // what is less severe is not written
  log_slot slots[IPC_LOG_ENTRIES];
} ipc_log;

void log_start(ipc_log *log, log_severity threshold);
void log_set_threshold(ipc_log *log, log_severity threshold);

void log_write(ipc_log *log, log_severity severity, log_event event, uint16_t a, uint16_t b);

// Reads the entry with this ticket: IPC_NOT_FOUND when it is not there yet or was lost, IPC_GAP when it
// has been overwritten.
ipc_status log_read(ipc_log *log, uint64_t ticket, log_entry *entry);

// Reads the first entry at *cursor or later that is still there, and moves the cursor behind it.
// IPC_EMPTY when there is none yet.
ipc_status log_next(ipc_log *log, uint64_t *cursor, log_entry *entry);

uint64_t log_written(ipc_log *log); // tickets drawn so far
uint32_t log_lost(ipc_log *log);

const char *log_event_name(log_event event);

#endif
