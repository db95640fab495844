// SPDX-License-Identifier: MIT OR Apache-2.0
// sequence.h - numbers that tell a receiver what it has missed.
//
// Messages of one source to one mailbox are numbered per level, because a more urgent one may overtake.
// The sender keeps the next number, the receiver the one it expects. Numbers wrap around: a difference of
// less than half the range is a gap, anything else has been seen before.
#ifndef IPC_SEQUENCE_H
#define IPC_SEQUENCE_H

#include "config.h"
#include "status.h"
#include <stdint.h>

// The sender's half: belongs to one task.
typedef struct {
  uint16_t next[IPC_MAILBOXES][IPC_LEVELS];
} ipc_numbers;

// The receiver's half: belongs to the task that reads the mailbox.
typedef struct {
  uint16_t expected[IPC_TASKS][IPC_LEVELS];
} ipc_tracker;

// IPC_OK, IPC_DUPLICATE, or IPC_GAP with the number of missing messages in *missing. After a gap the
// tracker goes on behind it; a duplicate does not move it.
ipc_status tracker_accept(ipc_tracker *tracker, uint8_t source, uint8_t level, uint16_t sequence,
                          uint16_t *missing);

#endif
