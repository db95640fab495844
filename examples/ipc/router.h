// SPDX-License-Identifier: MIT OR Apache-2.0
// router.h - who wants to have which messages.
//
// Subscriptions change seldom and are looked up for every published message, so the table has a
// read-write lock. A message is delivered while the lock is held for reading. That makes unsubscribing
// definite: once it returns, nothing more arrives. Deliveries must not wait, therefore.
#ifndef IPC_ROUTER_H
#define IPC_ROUTER_H

#include "config.h"
#include "status.h"
#include <pthread.h>
#include <stdint.h>

typedef struct {
  uint16_t id;    // of the messages
  uint32_t boxes; // bit i: mailbox i has subscribed; never 0
} ipc_route;

typedef struct {
  pthread_rwlock_t lock; // taken before any mailbox's lock
  ipc_route routes[IPC_ROUTES];
  uint16_t count;
} ipc_router;

void router_start(ipc_router *router);
void router_stop(ipc_router *router);

// IPC_DUPLICATE when it has subscribed already, IPC_NO_SPACE when the table is full.
ipc_status router_subscribe(ipc_router *router, uint16_t id, unsigned box);

// IPC_NOT_FOUND when it has not subscribed.
ipc_status router_unsubscribe(ipc_router *router, uint16_t id, unsigned box);

// Takes a mailbox out of all routes; says out of how many.
unsigned router_forget(ipc_router *router, unsigned box);

// Delivers to one mailbox without waiting.
typedef ipc_status (*router_delivery)(void *context, unsigned box);

// Calls `deliver` for each subscriber, in the order of the mailboxes. The number of successful deliveries
// goes to *delivered. The answer is the first failure, or IPC_NOT_FOUND when nobody has subscribed.
ipc_status router_publish(ipc_router *router, uint16_t id, router_delivery deliver, void *context,
                          unsigned *delivered);

#endif
