// SPDX-License-Identifier: MIT OR Apache-2.0
// ipc.h - messages between the tasks of one computer: the module's front door.
//
// A bus has mailboxes; a mailbox has one receiver and any number of senders. A task sends to a mailbox it
// knows, or publishes for all that have subscribed to a message's identifier.
//
// Rules that the module relies on:
//   - A task number is used by one thread at a time.
//   - A mailbox is read by one task.
//   - The bus is started, its mailboxes are opened and it is stopped while no other task uses it.
//   - Locks are taken in this order: routes, one mailbox, pool.
#ifndef IPC_H
#define IPC_H

#include "config.h"
#include "health.h"
#include "log.h"
#include "mailbox.h"
#include "message.h"
#include "pool.h"
#include "router.h"
#include "sequence.h"
#include "status.h"

typedef struct {
  ipc_pool pool;
  ipc_router router;
  ipc_log log;
  ipc_health health;
  ipc_mailbox boxes[IPC_MAILBOXES];
  unsigned box_count;
  ipc_numbers numbers[IPC_TASKS]; // each belongs to its task
} ipc_bus;

void ipc_start(ipc_bus *bus, log_severity threshold);

// Closes and empties everything. IPC_LEAK when a block of the pool is missing then.
ipc_status ipc_stop(ipc_bus *bus);

// Opens a mailbox for at most `capacity` messages. The name must live as long as the bus.
ipc_status ipc_open(ipc_bus *bus, const char *name, uint16_t capacity, ipc_overflow overflow, unsigned *box);
ipc_status ipc_find(const ipc_bus *bus, const char *name, unsigned *box);

// No more messages from now on; the receiver can still take what is there.
ipc_status ipc_close(ipc_bus *bus, unsigned box);

// Sends a composed message to one mailbox. It is numbered and sealed in place.
ipc_status ipc_send(ipc_bus *bus, unsigned box, ipc_message *message, uint32_t wait_ms);

// Sends it to all subscribers of its identifier, without waiting for any of them. The number of those who
// got it goes to *delivered; the answer is the first failure.
ipc_status ipc_publish(ipc_bus *bus, ipc_message *message, unsigned *delivered);

// The most urgent message. Corrupt messages and duplicates are dropped, counted and logged on the way; the
// wait begins anew after each of them.
ipc_status ipc_receive(ipc_bus *bus, unsigned box, ipc_message *message, uint32_t wait_ms);

ipc_status ipc_subscribe(ipc_bus *bus, uint16_t id, unsigned box);
ipc_status ipc_unsubscribe(ipc_bus *bus, uint16_t id, unsigned box);

ipc_status ipc_counts(ipc_bus *bus, unsigned box, ipc_mailbox_counts *counts);

#endif
