// SPDX-License-Identifier: MIT OR Apache-2.0
// mailbox.h - a priority queue that several tasks put messages into and one task takes them out of.
//
// The most urgent message comes out first; at one level, in the order of arrival. Messages are copied in
// and out under the mailbox's lock. The lock is held for one copy and a few list operations, never while
// waiting, and the only lock that is taken under it is the pool's.
#ifndef IPC_MAILBOX_H
#define IPC_MAILBOX_H

#include "config.h"
#include "message.h"
#include "platform.h"
#include "pool.h"
#include "prio_queue.h"
#include "sequence.h"
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

// What happens to a message for which there is no room.
typedef enum {
  IPC_WAIT,   // its sender waits, as long as it wants to
  IPC_REJECT, // its sender is told at once
  IPC_EVICT,  // the newest message of the least urgent level gives way, if that is less urgent than it
} ipc_overflow;

typedef struct {
  uint32_t put, taken;
  uint32_t rejected;   // sends that failed for want of room, time or blocks, or on a closed mailbox
  uint32_t evicted;    // messages that gave way to more urgent ones
  uint32_t corrupt;    // received with a wrong checksum, and dropped
  uint32_t duplicates; // received a second time, and dropped
  uint32_t missing;    // never received although later ones were
  uint16_t most;       // messages in the mailbox, at any time so far
} ipc_mailbox_counts;

typedef struct {
  const char *name;
  ipc_pool *pool;
  uint16_t capacity;
  ipc_overflow overflow;
  pthread_mutex_t lock; // guards the next four
  bool open;
  ipc_prio_queue queue;
  ipc_mailbox_counts counts;
  uint16_t held[IPC_LEVELS];             // messages of each level
  pthread_cond_t not_full, not_empty;    // one signal for each message that leaves or arrives
  _Atomic uint16_t visible[IPC_LEVELS];  // a copy of `held` for those who do not want to wait for the lock
  ipc_tracker tracker;                   // belongs to the receiver
} ipc_mailbox;

void mailbox_start(ipc_mailbox *box, const char *name, ipc_pool *pool, uint16_t capacity, ipc_overflow overflow);

// Gives back what is left in it. Nobody may use the mailbox any more.
void mailbox_stop(ipc_mailbox *box);

// Copies a message in. IPC_FULL, IPC_TIMEOUT, IPC_NO_BLOCK or IPC_CLOSED when it could not.
ipc_status mailbox_put(ipc_mailbox *box, const ipc_message *message, uint32_t wait_ms);

// Copies the first message out. IPC_EMPTY, IPC_TIMEOUT, or IPC_CLOSED when there is none left and there
// will be none.
ipc_status mailbox_take(ipc_mailbox *box, ipc_message *message, uint32_t wait_ms);

// From now on nothing is put in; what is in it can still be taken. Wakes everybody who waits.
void mailbox_close(ipc_mailbox *box);

// For the receiver: verifies a message it took, and counts what is wrong with it. A gap is no reason to
// drop the message; it is counted and IPC_GAP is returned.
ipc_status mailbox_inspect(ipc_mailbox *box, const ipc_message *message);

ipc_mailbox_counts mailbox_counts(ipc_mailbox *box);

// Messages at a level, without the lock: true at some moment during the call, perhaps no longer.
unsigned mailbox_backlog(const ipc_mailbox *box, unsigned level);

#endif
